import { parseJson } from './framework/body.ts';
import type { Context } from './framework/context.ts';
import { Router } from './framework/router.ts';
import { defaultLimits, HttpServer } from './framework/server.ts';
import { respondWith } from './respond.ts';

const router = new Router();
router.add({ method: 'GET', path: '/hello/:name', handler: (ctx: Context) => ctx.json({ hello: ctx.param('name') }) });
router.add({ method: 'POST', path: '/echo', handler: async (ctx) => ctx.json(parseJson(await ctx.request.body())) });
const server = new HttpServer(defaultLimits, respondWith(router, defaultLimits));
await server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
