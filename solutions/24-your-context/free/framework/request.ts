import type { IncomingMessage } from 'node:http';
import type { Params } from './params.ts';
import type { Target } from './target.ts';

/** The request. How it keeps what it has parsed, and for whom, is up to you. */
export class IncomingRequest {
  readonly incoming: IncomingMessage;
  readonly #target: Target;

  constructor(incoming: IncomingMessage, target: Target, _params: Params, _bodyLimit: number) {
    this.incoming = incoming;
    this.#target = target;
  }

  get method(): string {
    return this.incoming.method ?? '';
  }

  /** The canonical path, the same one the router saw. */
  get path(): string {
    return this.#target.path;
  }

  /** The raw body. May be called more than once. */
  body(): Promise<Buffer> {
    return Promise.reject(new Error('Nothing has been written yet.'));
  }
}
