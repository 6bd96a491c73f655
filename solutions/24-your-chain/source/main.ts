import { Dispatcher } from './framework/dispatcher.ts';
import { Router } from './framework/router.ts';
import { defaultLimits, HttpServer } from './framework/server.ts';

const router = new Router();
router.add({ method: 'GET', path: '/hello/:name', handler: (ctx) => ({ hello: ctx.param('name') }) });
const log = { error: (message: string, fields: object) => console.error(message, fields) };
const dispatcher = new Dispatcher({ router, limits: defaultLimits, log });
const server = new HttpServer(defaultLimits, (incoming, outgoing) => dispatcher.dispatch(incoming, outgoing));
await server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
