import assert from 'node:assert/strict';
import test from 'node:test';
import { runNode } from './fixtures/child.ts';

test('no named closure is created per request', async (t) => {
  const child = runNode(t, ['--import', 'tsx', '--import', './count-names.mjs', 'named-closures.ts']);
  const { 'GET /named': detected, ...counts } = JSON.parse(await child.says('counted')) as Record<string, number>;
  assert.equal(detected, 10, 'the count finds a named closure where there is one');
  assert.ok(Object.keys(counts).length >= 15);
  for (const [request, count] of Object.entries(counts)) {
    assert.equal(count / 10, 0, `${request}: tsx gives each named function its name at run time, for a microsecond`);
  }
});
