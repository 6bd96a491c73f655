import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { saved, type User } from './store.ts';
import { userOf } from './tokens.ts';

/** What a route gets. `user` is undefined for a guest. */
export interface Call {
  user: User | undefined;
  params: Record<string, string>;
  query: URLSearchParams;
  body(): Promise<unknown>;
}

/** Returns the status and the body. Without a body, there is none. */
export type Route = (call: Call) => Promise<Reply> | Reply;
export type Reply = readonly [status: number, body?: unknown];
export type Routes = Record<string, Route>;

/** Thrown by everything that refuses a request: `throw refuse(404, 'article', 'not found')`. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]>;

  constructor(status: number, errors: Record<string, string[]>) {
    super(`${status}`);
    this.status = status;
    this.errors = errors;
  }
}

export function refuse(status: number, name: string, message: string): Refusal {
  return new Refusal(status, { [name]: [message] });
}

const largestBody = 1024 * 1024;

export function handle(routes: Routes): RequestListener {
  const table = Object.entries(routes).map(([key, route]) => {
    const [, token = '', method = '', path = ''] = /^([!?]?)(\w+) (.+)$/.exec(key) ?? [];
    const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    return { method, pattern, route, token };
  });

  return async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    try {
      send(request, response, await respond(request));
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      const { status, errors } = error instanceof Refusal ? error : new Refusal(500, { server: ['failed'] });
      send(request, response, [status, { errors }]);
    }
  };

  async function respond(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'OPTIONS') return [204];
    const found = table.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (found === undefined) throw refuse(404, 'path', 'not found');
    const user = found.token === '' ? undefined : userOf(request.headers.authorization);
    if (user === undefined && found.token === '!') throw refuse(401, 'token', 'is missing');
    const params = decoded(found.pattern.exec(pathname)?.groups ?? {});
    const reply = await found.route({ user, params, query: searchParams, body: () => readJson(request) });
    // A client that has been told of a change may rely on it.
    if (request.method !== 'GET') await saved();
    return reply;
  }
}

function send(request: IncomingMessage, response: ServerResponse, [status, body]: Reply): void {
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Requested-With');
  }
  // What is left of a body that nobody wanted is not read.
  if (!request.complete) response.setHeader('Connection', 'close');
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw refuse(404, 'path', 'is malformed');
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largestBody) throw refuse(413, 'body', 'is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw refuse(400, 'body', 'must be JSON');
  }
}
