import type { Readable } from 'node:stream';
import {
  bodyLimit,
  type Context,
  type Controller,
  HttpError,
  inject,
  Log,
  module,
  provide,
  type Route,
  requestTimeout,
  token,
} from 'trellis';

/** The server that has the files. */
export const Storage = token<string>('Storage');

/** What a client may tell the other server, and what that may tell the client. Everything else stays here. */
const passed = {
  request: ['content-type', 'range', 'if-none-match', 'if-range'],
  response: ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'],
};

/** Reads and writes files that another server stores. */
export class RelayController implements Controller {
  @inject(Storage) private readonly storage!: string;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    const large = [bodyLimit(100_000_000), requestTimeout(300_000)];
    return [
      { method: 'GET', path: '/files/:name', handler: this.read },
      { method: 'PUT', path: '/files/:name', middlewares: large, handler: this.write },
    ];
  }

  read(ctx: Context) {
    return this.#pass(ctx, { method: ctx.request.method });
  }

  write(ctx: Context) {
    const body = ctx.request.stream();
    return this.#pass(ctx, { method: 'PUT', body, duplex: 'half' }, body);
  }

  async #pass(ctx: Context, init: RequestInit, upload?: Readable) {
    const url = new URL(`/${encodeURIComponent(ctx.param('name'))}`, this.storage);
    // Compressed, the lengths and the ranges would be those of other bytes.
    const headers = { ...chosen(passed.request, (name) => ctx.header(name)), 'accept-encoding': 'identity' };
    const request = fetch(url, { ...init, headers, signal: ctx.signal });
    const found = await request.catch((error) => this.#fail(ctx, upload, error));
    return new Response(found.body, {
      status: found.status,
      headers: chosen(passed.response, (name) => found.headers.get(name)),
    });
  }

  #fail(ctx: Context, upload: Readable | undefined, error: Error): never {
    // The upload is too large, or its client has left.
    if (upload?.errored) throw upload.errored;
    if (ctx.signal.aborted) throw error;
    this.log.warn('the storage does not respond', { error });
    throw new HttpError(502, 'The storage does not respond');
  }
}

function chosen(names: readonly string[], read: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, read(name) ?? '']).filter(([, value]) => value !== ''));
}

export const RelayModule = module('RelayModule', {
  declarations: [RelayController, provide(Storage, { factory: () => process.env.STORAGE ?? 'http://localhost:9000' })],
});
