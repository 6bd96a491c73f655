import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp, HttpError, module } from 'trellis';

class Teapot {
  routes() {
    return [
      { method: 'GET' as const, path: '/', handler: () => 'tea' },
      { method: 'GET' as const, path: '/coffee', handler: () => Promise.reject(new HttpError(409)) },
    ];
  }
}

test('every response is reported', async (t) => {
  const lines: string[] = [];
  let hear = () => {};
  const app = createApp(module('Kitchen', { declarations: [Teapot] }));
  app.onResponse(() => {
    throw new TypeError('a hook with a mistake');
  });
  app.onResponse(({ method, path, status }) => {
    lines.push(`${method} ${path} ${status}`);
    hear();
  });
  const url = await app.listen(0);
  t.after(() => app.stop());

  for (const [path, line] of [
    ['/?a=b', 'GET / 200'],
    ['/coffee', 'GET /coffee 409'],
    ['/milk', 'GET /milk 404'],
  ] as const) {
    const late = new Promise<void>((resolve) => {
      hear = resolve;
      setTimeout(resolve, 2_000).unref();
    });
    await fetch(url + path);
    await late;
    assert.equal(lines.pop(), line);
    assert.equal(lines.length, 0);
  }
});
