import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from './framework/body.ts';
import { Router } from './framework/router.ts';
import { defaultLimits, HttpServer } from './framework/server.ts';
import { respondWith } from './respond.ts';

const router = new Router();

router.add({
  method: 'GET',
  path: '/search',
  handler: (ctx) => ctx.json({ q: ctx.query('q'), page: ctx.queryDefault('page', '1') }),
});

router.add({
  method: 'GET',
  path: '/me',
  handler: (ctx) => ctx.json({ language: ctx.header('Accept-Language'), theme: ctx.cookie('theme') }),
});

router.add({
  method: 'PUT',
  path: '/theme/:name',
  handler: (ctx) => ctx.setCookie('theme', ctx.param('name'), { maxAge: 3600 }).setCookie('seen', 'yes').status(204),
});

/** Redirects the client to where it asks. */
router.add({
  method: 'POST',
  path: '/go',
  handler: async (ctx) => {
    const { to } = parseJson(await ctx.request.body()) as { to: string };
    ctx.response.setHeader('location', `/${to}`);
    return ctx.status(303).send('');
  },
});

/** The client may send a theme. It isn't supposed to decide whether it is an admin. */
router.add({
  method: 'POST',
  path: '/settings',
  handler: async (ctx) => {
    const { isAdmin, ...allowed } = parseJson(await ctx.request.body()) as { theme?: string; isAdmin?: boolean };
    const settings: { theme?: string; isAdmin?: boolean } = Object.assign({}, allowed);
    return ctx.json({ theme: settings.theme?.slice(0, 20), isAdmin: settings.isAdmin === true });
  },
});

router.add({
  method: 'GET',
  path: '/countdown',
  handler: (ctx) => {
    ctx.response.setHeader('content-type', 'text/plain; charset=utf-8');
    return ctx.stream(Readable.from(countdown()));
  },
});

/** Takes a minute, unless the client loses patience. */
router.add({
  method: 'GET',
  path: '/report',
  handler: async (ctx) => {
    await delay(60_000, undefined, { signal: ctx.signal }).catch(() => console.log('The report was cancelled.'));
    return ctx.json({ pages: 12 });
  },
});

async function* countdown() {
  for (const number of [3, 2, 1]) {
    yield `${number}\n`;
    await delay(100);
  }
}

const limits = { ...defaultLimits, body: 100_000, requestTimeout: 1_000 };
const server = new HttpServer(limits, respondWith(router, limits));
await server.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1');
