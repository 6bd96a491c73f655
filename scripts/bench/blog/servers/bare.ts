/** The contract by hand on node:http, without any framework: what the stores and Node itself cost. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DEPRECATION, MOST_BYTES, openBlog, port } from './shared/blog.ts';
import { entriesOf, pageOf } from './shared/paging.ts';
import { Refused } from './shared/refused.ts';

const { posts, auth } = await openBlog();

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  Vary: 'Origin',
};
const PRIVATE = { 'Cache-Control': 'no-store' };

createServer(async (request, response) => {
  try {
    await route(request, response);
  } catch (error) {
    const status = error instanceof Refused ? error.status : 500;
    send(response, status, { error: (error as Error).message });
  }
}).listen(port, '127.0.0.1');

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/' } = request;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query = end === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(end)));
  if (method === 'GET' && path === '/posts') {
    const page = pageOf(query);
    const { entries, link } = entriesOf(await posts.list(page), page, '/posts');
    send(response, 200, entries, link === undefined ? DEPRECATION : { ...DEPRECATION, Link: link });
  } else if (method === 'GET' && path.startsWith('/posts/')) {
    const found = await posts.find(path.slice('/posts/'.length));
    if (found === undefined) throw new Refused(404, 'Post not found');
    send(response, 200, found, DEPRECATION);
  } else if (method === 'GET' && path === '/my-posts') {
    const userId = await identify(request);
    const page = pageOf(query);
    const { entries, link } = entriesOf(await posts.byAuthor(userId, page), page, '/my-posts');
    send(response, 200, entries, link === undefined ? PRIVATE : { ...PRIVATE, Link: link });
  } else if (method === 'POST' && path === '/posts') {
    const userId = await identify(request);
    const { title, content } = await bodyOf(request);
    const post = { title: text(title, 200), content: text(content, 100_000) };
    send(response, 201, await posts.create(post, userId), PRIVATE);
  } else if (method === 'POST' && path === '/auth/refresh') {
    const { refresh_token } = await bodyOf(request);
    send(response, 200, await auth.refresh(text(refresh_token, MOST_BYTES)), PRIVATE);
  } else throw new Refused(404, 'Not Found');
}

function identify({ headers }: IncomingMessage): Promise<string> {
  const session = /(?:^|; )session_id=([^;]*)/.exec(headers.cookie ?? '')?.[1];
  return auth.identify(headers.authorization, session);
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MOST_BYTES) throw new Refused(413, 'Payload Too Large');
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {}
  throw new Refused(400, 'Invalid request');
}

function text(value: unknown, longest: number): string {
  if (typeof value === 'string' && value.length >= 1 && value.length <= longest) return value;
  throw new Refused(400, 'Invalid request');
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const json = JSON.stringify(body);
  response.writeHead(status, { ...HEADERS, ...headers, 'Content-Length': Buffer.byteLength(json) }).end(json);
}
