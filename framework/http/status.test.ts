import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStatus, reasonOf } from './status.ts';

const statuses: [unknown, boolean][] = [
  [100, false],
  [199, false],
  [200, true],
  [599, true],
  [600, false],
  [200.5, false],
  [Number.NaN, false],
  ['200', false],
  [undefined, false],
];
for (const [value, expected] of statuses) {
  test(`${typeof value} ${value} is ${expected ? 'a' : 'not a'} status that a handler may choose`, () => {
    assert.equal(isStatus(value), expected);
  });
}

test('a status without a name of its own is an error', () => {
  assert.equal(reasonOf(404), 'Not Found');
  assert.equal(reasonOf(499), 'Error');
});
