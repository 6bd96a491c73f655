import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';
import { Pairs, pairsOfCookies, pairsOfQuery } from './pairs.ts';
import type { Params } from './params.ts';
import type { Target } from './target.ts';

export class IncomingRequest {
  readonly incoming: IncomingMessage;
  readonly params: Params;
  readonly path: string;
  readonly query: Pairs;
  readonly cookies: Pairs;
  readonly #limit: number;
  #body: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, target: Target, params: Params, bodyLimit: number) {
    this.incoming = incoming;
    this.params = params;
    this.path = target.path;
    // Generators: nothing of them runs yet.
    this.query = new Pairs(pairsOfQuery(target.query));
    this.cookies = new Pairs(pairsOfCookies(incoming.headers.cookie ?? ''));
    this.#limit = bodyLimit;
  }

  get method(): string {
    return this.incoming.method ?? '';
  }

  header(name: string): string {
    const { headers } = this.incoming;
    const key = name.toLowerCase();
    return Object.hasOwn(headers, key) ? [headers[key]].flat().join(', ') : '';
  }

  body(): Promise<Buffer> {
    this.#body ??= readBody(this.incoming, this.#limit);
    return this.#body;
  }
}
