import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createSecureServer } from 'node:http2';
import test from 'node:test';
import { createApp } from '../app.ts';
import { module } from '../core/module.ts';
import { first } from '../fixtures/certificates.ts';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Route } from '../routing/route.ts';
import { earlyHints } from './early-hints.ts';

const style = '</style.css>; rel=preload; as=style';
const font = '</font.woff2>; rel=preload; as=font';

/** Responds when the test says so, and sends the hints before. */
function hinting(...links: string[]) {
  const gate = deferred<string>();
  const handler = (ctx: Context) => {
    earlyHints(ctx, ...links);
    return gate.promise;
  };
  const routes: Route[] = [{ method: 'GET', path: '/', handler }];
  return { routes, respond: () => gate.resolve('done') };
}

test('early hints arrive while the handler is still working, over HTTP/1.1', async (t) => {
  const { routes, respond } = hinting(style, font);
  const app = await serve(t, routes);
  const connection = (await app.connect()).request('GET /');
  const { status, headers } = await connection.read();
  assert.deepEqual([status, headers.link], [103, `${style}, ${font}`]);
  respond();
  const final = await connection.read();
  assert.deepEqual([final.status, final.body, final.headers.link], [200, '"done"', undefined]);
});

test('early hints over HTTP/2', async (t) => {
  const { routes, respond } = hinting(style);
  class TestController {
    routes(): Route[] {
      return routes;
    }
  }
  const app = createApp(module('TestModule', { declarations: [TestController] }), { limits: { drain: 0 } });
  const createServer = (limits: object) => createSecureServer({ ...limits, ...first });
  const url = await app.listen(0, '127.0.0.1', { signals: false, createServer });
  const session = connect(url, { ca: first.cert });
  t.after(() => {
    session.destroy();
    return app.stop();
  });
  const stream = session.request({ ':path': '/' });
  const [hints] = await once(stream, 'headers');
  assert.deepEqual([hints[':status'], hints.link], [103, style]);
  respond();
  assert.equal((await once(stream, 'response'))[0][':status'], 200);
  stream.resume();
});

test('early hints: a client of HTTP/1.0 gets only the response', async (t) => {
  const { routes, respond } = hinting(style);
  respond();
  const connection = await (await serve(t, routes)).connect();
  connection.write('GET / HTTP/1.0\r\n\r\n');
  assert.equal((await connection.read()).status, 200);
});

test('early hints: app.fetch resolves to the response, and leaves them out', async (t) => {
  const { routes, respond } = hinting(style);
  respond();
  const app = await serve(t, routes);
  const response = await app.app.fetch(new Request(app.url));
  assert.deepEqual([response.status, response.headers.get('link')], [200, null]);
});

for (const [what, link] of [
  ['a line break', '</a\r\nx-injected: 1\r\n>; rel=preload'],
  ['something that is not a link', 'style.css'],
] as const) {
  test(`early hints with ${what} are a 500, and nothing is injected`, async (t) => {
    const { routes } = hinting(link);
    const app = await serve(t, routes);
    const connection = (await app.connect()).request('GET /');
    const { status, head } = await connection.read();
    assert.equal(status, 500);
    assert.doesNotMatch(head, /injected/);
  });
}

test('early hints without a link, or after the response has begun, are left out', async (t) => {
  const sent = deferred<Context>();
  async function* late() {
    yield 'a';
    yield 'b';
  }
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/',
      handler(ctx) {
        earlyHints(ctx);
        sent.resolve(ctx);
        return ctx.stream(late());
      },
    },
  ]);
  const response = await fetch(app.url);
  earlyHints(await sent.promise, style);
  assert.equal(await response.text(), 'ab');
});
