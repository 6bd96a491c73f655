import { EventEmitter, on } from 'node:events';
import {
  type Context,
  type Controller,
  inject,
  module,
  type Route,
  type ServerSentEvent,
  type Subscription,
} from 'trellis';

/** The scores of this process, numbered from 1. */
export class Scores {
  readonly #all: string[] = [];
  /** One listener for each connected client. */
  readonly #bus = new EventEmitter().setMaxListeners(0);

  add(score: string): void {
    this.#all.push(score);
    this.#bus.emit('score');
  }

  /** First what the client has missed, then everything new. */
  async *follow({ lastEventId, signal }: Subscription): AsyncGenerator<ServerSentEvent> {
    // The header is sent by the client, and may be from before a restart.
    let sent = this.#all.findIndex((_, index) => String(index + 1) === lastEventId) + 1;
    const news = on(this.#bus, 'score', { signal });
    for (;;) {
      while (sent < this.#all.length) yield { data: this.#all[sent], event: 'score', id: String(++sent) };
      await news.next();
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
