import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Any, started } from './started.ts';

const routes = [
  { method: 'GET', path: '/posts', handler: () => 'list' },
  { path: '/posts', children: [{ method: 'GET', path: '/:id', handler: (ctx: Any) => ctx.param('id') }] },
];

for (const prefix of ['/api/v1', 'api/v1', '/api/v1/'])
  test(`the prefix ${prefix} is in front of every route, and nothing else responds`, async (t) => {
    const url = await started(t, routes, { prefix });
    assert.equal(await (await fetch(`${url}/api/v1/posts`)).json(), 'list');
    assert.equal(await (await fetch(`${url}/api/v1/posts/7`)).json(), '7');
    for (const path of ['/posts', '/posts/7', '/api/v1']) assert.equal((await fetch(url + path)).status, 404, path);
    const wrong = await fetch(`${url}/api/v1/posts`, { method: 'DELETE' });
    assert.equal(wrong.headers.get('allow'), 'GET, OPTIONS, HEAD');
  });

test('without the option, nothing changes', async (t) => {
  const url = await started(t, routes);
  assert.equal((await fetch(`${url}/posts`)).status, 200);
});

test('routes() has the whole paths', async (t) => {
  let paths: string[] = [];
  await started(t, routes, { prefix: '/v1' }, (app) => {
    paths = app.routes().map(({ path }: { path: string }) => path);
  });
  assert.deepEqual(paths, ['/v1/posts', '/v1/posts/:id']);
});
