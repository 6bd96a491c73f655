import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './framework/context.ts';
import { Dispatcher } from './framework/dispatcher.ts';
import { HttpError } from './framework/http-error.ts';
import type { Middleware, Next } from './framework/route.ts';
import { Router } from './framework/router.ts';
import { defaultLimits, HttpServer } from './framework/server.ts';

/** Adds a header to every response, also to the one of a request that matches no route. */
class Greeting implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.setHeader('x-greeting', 'hello');
    return next();
  }
}

/** Stops a request without a ticket. */
class TicketCheck implements Middleware {
  handle(ctx: Context, next: Next) {
    const ticket = ctx.header('x-ticket');
    if (ticket === '') return ctx.status(401).json({ error: 'Missing ticket' });
    ctx.set('ticket', ticket);
    return next();
  }
}

/** Changes what the handler has returned. */
class Wrapped implements Middleware {
  async handle(_ctx: Context, next: Next) {
    return { data: await next() };
  }
}

/** Forgets to return the result of next(). */
class Forgetful implements Middleware {
  handle(_ctx: Context, next: Next) {
    next();
  }
}

const router = new Router([new Greeting()]);

router.add({ method: 'GET', path: '/time', handler: () => ({ hour: 12 }) });

router.add({
  path: '/hall',
  middlewares: [new TicketCheck()],
  children: [
    { method: 'GET', path: '/seat', handler: (ctx) => ({ seat: ctx.get('ticket') }) },
    { method: 'GET', path: '/wrapped', middlewares: [new Wrapped()], handler: (ctx) => ctx.get('ticket') },
  ],
});

router.add({
  method: 'GET',
  path: '/forgotten',
  middlewares: [new Forgetful()],
  handler: async () => {
    await delay(10);
    throw new Error('nobody is waiting for this');
  },
});

router.add({
  method: 'GET',
  path: '/shows/:id',
  handler: async (ctx) => {
    if (ctx.param('id') !== '1') throw new HttpError(404, 'Show not found');
    return { title: 'The Magic Flute' };
  },
});

router.add({
  method: 'GET',
  path: '/broken',
  handler: () => {
    throw new Error('The password of the database is "swordfish"');
  },
});

const log = {
  error: (message: string, fields: object) => console.error(JSON.stringify({ message, ...fields }, errorAsText)),
};

function errorAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.stack : value;
}

const dispatcher = new Dispatcher({ router, limits: defaultLimits, log });
const server = new HttpServer(defaultLimits, (incoming, outgoing) => dispatcher.dispatch(incoming, outgoing));
await server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');
