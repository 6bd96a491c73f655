import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from './in-turn.ts';

test('an act starts when the one before it has ended, even if that one failed', async () => {
  const order: string[] = [];
  let finish = () => {};
  const { first, second, third } = inTurn({
    first: () =>
      new Promise<string>((resolve) => {
        order.push('first');
        finish = () => resolve('one');
      }),
    second: async () => {
      order.push('second');
      throw new Error('two');
    },
    third: async () => order.push('third'),
  });
  await new Promise(setImmediate);
  assert.deepEqual(order, ['first']);
  finish();
  assert.equal(await third, 3);
  assert.deepEqual(order, ['first', 'second', 'third']);
  assert.equal(await first, 'one');
  await assert.rejects(second, /two/);
});
