import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Any, started } from './started.ts';

let title = 'one';
const routes = [
  { method: 'GET', path: '/', handler: () => ({ title }) },
  { method: 'POST', path: '/', handler: () => ({ title }) },
  { method: 'GET', path: '/missing', handler: (ctx: Any) => ctx.status(404).json({}) },
];

test('a client that has the content gets a 304', async (t) => {
  title = 'one';
  const url = await started(t, routes);
  const ask = (tag: string, method = 'GET') => fetch(url, { method, headers: { 'if-none-match': tag } });
  const first = await fetch(url);
  const tag = first.headers.get('etag') ?? '';
  assert.match(tag, /^(W\/)?"[^"]+"$/);
  assert.deepEqual(await first.json(), { title: 'one' });
  for (const known of [tag, `"other", ${tag}`, `W/${tag.replace('W/', '')}`, '*']) {
    const again = await ask(known);
    assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag], known);
  }
  assert.equal((await ask(tag, 'HEAD')).status, 304);
  assert.equal((await ask('"other"')).status, 200);
  assert.equal((await ask(tag, 'POST')).status, 200);
  title = 'two';
  const changed = await ask(tag);
  assert.deepEqual([changed.status, await changed.json()], [200, { title: 'two' }]);
  assert.notEqual(changed.headers.get('etag'), tag);
});

test('other responses have no tag', async (t) => {
  const url = await started(t, routes);
  assert.equal((await fetch(`${url}/missing`)).headers.get('etag'), null);
  assert.equal((await fetch(url, { method: 'POST' })).headers.get('etag'), null);
});
