import { EventEmitter, once } from 'node:events';
import {
  bodyLimit,
  type Context,
  type Controller,
  HttpError,
  inject,
  module,
  provide,
  type Route,
  requestTimeout,
  token,
} from 'trellis';

/** How long a sender may be silent, in milliseconds. A test provides another one. */
export const Patience = token<number>('Patience');

/** How many chunks are kept for listeners that read slowly: at 64 KiB each, 4 MiB for all of them together. */
const kept = 64;

/** What one client sends, for any number of others. */
export class Broadcast {
  readonly #bus = new EventEmitter().setMaxListeners(0);
  #recent: Uint8Array[] = [];
  #count = 0;
  #end: 'complete' | 'lost' | undefined;

  add(chunk: Uint8Array): void {
    this.#recent = [...this.#recent, chunk].slice(-kept);
    this.#count++;
    this.#bus.emit('news');
  }

  end(how: 'complete' | 'lost'): void {
    this.#end = how;
    this.#bus.emit('news');
  }

  /** Everything that is sent from now on. */
  async *follow(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let position = this.#count;
    for (;;) {
      const forgotten = this.#count - this.#recent.length;
      // Below 500, so that it cuts the response without an entry in the error log.
      if (position < forgotten) throw new HttpError(410, 'You read too slowly');
      if (position < this.#count) yield this.#recent[position++ - forgotten]!;
      else if (this.#end === 'complete') return;
      else if (this.#end === 'lost') throw new HttpError(410, 'The sender was lost');
      else await once(this.#bus, 'news', { signal });
    }
  }
}

export class RadioController implements Controller {
  @inject(Patience) private readonly patience!: number;
  #current: Broadcast | undefined;

  routes(): Route[] {
    const endless = [bodyLimit(Number.POSITIVE_INFINITY), requestTimeout(Number.POSITIVE_INFINITY)];
    return [
      { method: 'PUT', path: '/radio', middlewares: endless, handler: this.send },
      { method: 'GET', path: '/radio', handler: this.listen },
    ];
  }

  async send(ctx: Context) {
    // If the client is refused while it sends, the connection closes. Otherwise the server would read on, and discard what arrives.
    ctx.response.setHeader('connection', 'close');
    if (this.#current !== undefined) throw new HttpError(409, 'Somebody else is on the air');
    const broadcast = new Broadcast();
    this.#current = broadcast;
    const body = ctx.request.stream();
    const silence = setTimeout(() => body.destroy(new HttpError(408, 'You were silent')), this.patience);
    let how: 'complete' | 'lost' = 'lost';
    try {
      for await (const chunk of body) {
        silence.refresh();
        broadcast.add(chunk);
        // Not as an HttpError: from 500 on, those are logged.
        if (ctx.stopping.aborted) return ctx.status(503).json({ error: 'The server is shutting down' });
      }
      how = 'complete';
    } finally {
      clearTimeout(silence);
      broadcast.end(how);
      this.#current = undefined;
    }
    return ctx.status(204);
  }

  listen(ctx: Context) {
    if (this.#current === undefined) throw new HttpError(404, 'Nobody is on the air');
    ctx.response.setHeader('content-type', 'audio/mpeg');
    // Listeners of a sender that says nothing yet get their headers at once.
    return ctx.stream(this.#current.follow(ctx.signal), { immediate: true });
  }
}

export const RadioModule = module('RadioModule', {
  declarations: [RadioController, provide(Patience, { value: 10_000 })],
});
