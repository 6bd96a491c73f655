import { createServer } from 'node:http';
import type { Route } from './framework/route.ts';
import { Router } from './framework/router.ts';

const router = new Router();
for (const route of [] as Route[]) router.add(route);
createServer((request, response) => {
  response.end(String(router.resolve(request.method ?? '', request.url ?? '')?.route.path));
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
