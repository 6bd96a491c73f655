import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Any, started } from './started.ts';

const redirecting = (path: string, status?: number) => [
  { method: 'GET', path: '/', handler: (ctx: Any) => (status ? ctx.redirect(path, status) : ctx.redirect(path)) },
];
const get = async (t: TestContext, path: string, status?: number) =>
  fetch(await started(t, redirecting(path, status)), { redirect: 'manual' });

test('a redirect is a 302 with the path in Location, and without content', async (t) => {
  const response = await get(t, '/posts?page=2');
  assert.deepEqual([response.status, response.headers.get('location')], [302, '/posts?page=2']);
  assert.equal(await response.text(), '');
});

for (const status of [301, 303, 307, 308])
  test(`another status is ${status}`, async (t) => {
    assert.equal((await get(t, '/', status)).status, status);
  });

for (const status of [200, 304, 404])
  test(`${status} is not a redirect`, async (t) => {
    assert.equal((await get(t, '/', status)).status, 500);
  });

for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'posts', '', 'javascript:alert(1)'])
  test(`"${path}" is refused`, async (t) => {
    const response = await get(t, path);
    assert.deepEqual([response.status, response.headers.get('location')], [500, null]);
  });
