import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('turns are granted in order of arrival', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const visit = async (name: string) => {
    await turns.take(name);
    order.push(`${name} begins`);
    await new Promise(setImmediate);
    order.push(`${name} ends`);
    turns.release();
  };
  await Promise.all(['a', 'b', 'c'].map(visit));
  assert.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a free turn is taken immediately, but nobody can overtake a waiter', async () => {
  const turns = new Turns();
  assert.equal(turns.takeIfFree('first'), true);
  assert.equal(turns.takeIfFree('second'), false);
  const waiting = turns.take('third');
  turns.release();
  assert.equal(turns.takeIfFree('pushes in'), false);
  await waiting;
  turns.release();
  assert.equal(turns.takeIfFree('fourth'), true);
});

test('a waiter that gives up at its deadline learns who had the turn, and leaves the queue', async () => {
  const turns = new Turns();
  await turns.take('a long one');
  const impatient = turns.take('impatient', { deadline: 5, giveUp: (holder) => new Error(`gave up on ${holder}`) });
  const patient = turns.take('patient');
  await assert.rejects(impatient, /gave up on a long one/);
  turns.release();
  await patient;
  assert.equal(turns.takeIfFree('not yet'), false);
  turns.release();
  assert.equal(turns.takeIfFree('now'), true);
});

test('a turn that is granted in time leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const turns = new Turns();
  await turns.take('first');
  const second = turns.take('second', { deadline: 60_000, giveUp: () => new Error('late') });
  assert.equal(timers(), before + 1);
  turns.release();
  await second;
  assert.equal(timers(), before);
});
