import type { IncomingMessage, ServerResponse } from 'node:http';
import { Context } from './context.ts';
import { ClientGone, HttpError } from './http-error.ts';
import type { Params } from './params.ts';
import { IncomingRequest } from './request.ts';
import { discard, send } from './response.ts';
import type { Handler } from './route.ts';
import type { Target } from './target.ts';

export interface Log {
  error(message: string, fields: Record<string, unknown>): void;
}

const ofTheContent = new Set([
  'content-type',
  'content-encoding',
  'content-disposition',
  'etag',
  'last-modified',
  'location',
  'cache-control',
]);

/** One request and its response. It begins once, and ends once: with a value, or with an error. */
export class Exchange {
  readonly #ctx: Context;
  readonly #outgoing: ServerResponse;
  readonly #log: Log;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    target: Target,
    params: Params,
    limit: number,
    log: Log,
  ) {
    this.#ctx = new Context(new IncomingRequest(incoming, target, params, limit), outgoing);
    this.#outgoing = outgoing;
    this.#log = log;
  }

  begin(run: Handler): void {
    let value: unknown;
    try {
      value = run(this.#ctx);
      if (isThenable(value)) return void this.#wait(value);
    } catch (error) {
      return void this.fail(error);
    }
    this.#end(value);
  }

  fail(error: unknown): void {
    if (error instanceof ClientGone) return void this.#send();
    const told = error instanceof HttpError ? error : new HttpError(500, 'Internal Server Error');
    if (told.status >= 500) this.#report('has failed', error);
    const { response } = this.#ctx;
    discard(response.body);
    response.body = undefined;
    const kept = Object.entries(response.headers ?? {}).filter(([name]) => !ofTheContent.has(name));
    response.headers = Object.fromEntries(kept);
    this.#ctx.status(told.status).json({ error: told.message });
    this.#send();
  }

  async #wait(promise: PromiseLike<unknown>): Promise<void> {
    let value: unknown;
    try {
      value = await promise;
    } catch (error) {
      return void this.fail(error);
    }
    this.#end(value);
  }

  #end(value: unknown): void {
    try {
      if (value !== this.#ctx && value !== undefined) this.#ctx.json(value);
    } catch (error) {
      return void this.fail(error);
    }
    this.#send();
  }

  #send(): void {
    try {
      send(this.#outgoing, this.#ctx.response);
    } catch (error) {
      this.#report('got no response', error);
      this.#outgoing.destroy();
    }
  }

  #report(what: string, error: unknown): void {
    const { method, path } = this.#ctx.request;
    this.#log.error(`${method} ${path} ${what}`, { error });
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return value instanceof Object && typeof (value as { then?: unknown }).then === 'function';
}
