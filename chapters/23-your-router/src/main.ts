import { createServer } from 'node:http';
import type { Route } from './framework/route.ts';
import { Router } from './framework/router.ts';

/** This program shows which route a request finds. It never calls a handler. */
const handler = () => {};

const routes: Route[] = [
  { method: 'GET', path: '/', handler },
  { method: 'GET', path: '/books', handler },
  { method: 'POST', path: '/books', handler },
  { method: 'GET', path: '/books/new', handler },
  { method: 'GET', path: '/books/:isbn', handler },
  { method: 'GET', path: '/books/new/:draft/edit', handler },
  { method: 'GET', path: '/books/:isbn/reviews', handler },
  { method: 'GET', path: '/covers/*', handler },
  { path: '/api', children: [{ path: '/v1', children: [{ method: 'GET', path: '/books', handler }] }] },
];

const router = new Router();
for (const route of routes) router.add(route);

const server = createServer((incoming, outgoing) => {
  const { method = '', url = '' } = incoming;
  const match = router.resolve(method, url);
  const { route, kind, params } = match ?? {};
  const found = route && { route: `${route.method} ${route.path}`, kind, params };
  outgoing.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
  outgoing.end(`${JSON.stringify(found ?? { error: 'Not Found', allowed: router.allowed(url) })}\n`);
});

server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');
