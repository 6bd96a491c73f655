import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';
import { lazily } from './lazily.ts';
import type { Params } from './params.ts';
import { pairsIn, type Target } from './target.ts';

/** The client must not decide how much work its request is. */
const mostParameters = 1_000;

export class IncomingRequest {
  readonly incoming: IncomingMessage;
  readonly method: string;
  readonly path: string;
  readonly params: () => ReadonlyMap<string, string>;
  readonly queries: () => ReadonlyMap<string, string>;
  readonly cookies: () => ReadonlyMap<string, string>;
  readonly headers: () => ReadonlyMap<string, string>;
  readonly body: () => Promise<Buffer>;

  constructor(incoming: IncomingMessage, { path, query }: Target, params: Params, bodyLimit: number) {
    this.incoming = incoming;
    this.method = incoming.method ?? '';
    this.path = path;
    this.params = lazily(() => new Map(Object.entries(params)));
    this.queries = lazily(() => pairsIn(query.replaceAll('+', ' ').split('&', mostParameters)));
    this.cookies = lazily(() => pairsIn((incoming.headers.cookie ?? '').split(/; */)));
    this.headers = lazily(() => joined(incoming.rawHeaders));
    this.body = lazily(() => readBody(incoming, bodyLimit));
  }
}

/** Headers by name. Those that were sent twice are joined: a proxy in front of us may look at another one than we do. */
function joined(raw: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? raw[i + 1]! : `${before}, ${raw[i + 1]}`);
  }
  return headers;
}
