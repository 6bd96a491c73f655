import assert from 'node:assert/strict';
import { test } from 'node:test';
import { started } from './started.ts';

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'done'));
const slow = { method: 'GET', path: '/slow', handler: () => later(1_500) };
const quick = { method: 'GET', path: '/quick', handler: () => later(20) };
const failing = {
  method: 'GET',
  path: '/failing',
  handler: () => later(400).then(() => Promise.reject(new Error('late'))),
};
const sleepy = { handle: (_: unknown, next: () => unknown) => later(1_500).then(next) };

test('a handler that takes too long gets a 503, and others get what they return', async (t) => {
  const url = await started(t, [slow, quick, failing, { ...quick, path: '/sleepy', middlewares: [sleepy] }], {
    timeout: 300,
  });
  for (const path of ['/slow', '/sleepy', '/failing', '/slow']) {
    const response = await fetch(url + path);
    assert.deepEqual([response.status, await response.json()], [503, { error: 'Service Unavailable' }], path);
  }
  await later(300);
  assert.equal(await (await fetch(`${url}/quick`)).json(), 'done');
});

test('without the option, there is no limit', async (t) => {
  assert.equal(
    await (await fetch(`${await started(t, [{ ...slow, handler: () => later(600) }])}/slow`)).json(),
    'done',
  );
});
