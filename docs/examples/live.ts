import { EventEmitter, once } from 'node:events';
import {
  type Context,
  type Controller,
  inject,
  module,
  type Route,
  type ServerSentEvent,
  type Subscription,
} from 'trellis';

/** How many scores are kept for clients that come back. */
const kept = 1_000;

/** The scores of this process, numbered from 1. */
export class Scores {
  readonly #recent: string[] = [];
  #count = 0;
  /** One listener for each connected client. */
  readonly #bus = new EventEmitter().setMaxListeners(0);

  add(score: string): void {
    this.#count++;
    this.#recent.push(score);
    if (this.#recent.length > kept) this.#recent.shift();
    this.#bus.emit('score');
  }

  /** First what the client has missed, then everything new. */
  async *follow({ lastEventId, signal }: Subscription): AsyncGenerator<ServerSentEvent> {
    // The header is sent by the client, and may be from before a restart.
    let sent = /^\d{1,15}$/.test(lastEventId) && Number(lastEventId) <= this.#count ? Number(lastEventId) : 0;
    for (;;) {
      // Older ones are gone, also for a client that reads too slowly.
      sent = Math.max(sent, this.#count - this.#recent.length);
      if (sent === this.#count) await once(this.#bus, 'score', { signal });
      else yield { data: this.#recent.at(sent - this.#count), event: 'score', id: String(++sent) };
    }
  }
}

export class LiveController implements Controller {
  @inject(Scores) private readonly scores!: Scores;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/live', handler: this.live },
      { method: 'POST', path: '/scores/:score', handler: this.add },
    ];
  }

  live(ctx: Context) {
    return ctx.events((subscription) => this.scores.follow(subscription));
  }

  add(ctx: Context) {
    this.scores.add(ctx.param('score'));
  }
}

export const LiveModule = module('LiveModule', { declarations: [LiveController, Scores] });
