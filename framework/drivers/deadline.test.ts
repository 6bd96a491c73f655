import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from './deadline.ts';

/** A deadline, and a promise of the times at which it was missed, once there are `count` of them. */
function observed(count = 1) {
  const missed: number[] = [];
  let done: (times: number[]) => void = () => {};
  const times = new Promise<number[]>((resolve) => {
    done = resolve;
  });
  // Its own timer doesn't keep the process alive.
  const alive = setTimeout(() => done(missed), 10_000);
  const deadline = new Deadline(() => {
    missed.push(performance.now());
    if (missed.length < count) return;
    clearTimeout(alive);
    done(missed);
  });
  return { deadline, times };
}

test('a deadline that passes is reported, once', async () => {
  const { deadline, times } = observed();
  const at = performance.now() + 20;
  deadline.set(at);
  const [first] = await times;
  assert.ok(first! >= at);
  const next = observed();
  next.deadline.set(performance.now() + 40);
  assert.equal((await next.times).length, 1);
  assert.equal((await times).length, 1);
});

test('a deadline that was met is not reported, and the next one is not reported early', async () => {
  const { deadline, times } = observed();
  deadline.set(performance.now() + 5);
  deadline.clear();
  const at = performance.now() + 60;
  deadline.set(at);
  const missed = await times;
  assert.equal(missed.length, 1);
  assert.ok(missed[0]! >= at);
});

test('an earlier deadline replaces a later one', async () => {
  const { deadline, times } = observed();
  const begin = performance.now();
  deadline.set(begin + 60_000);
  deadline.set(begin + 20);
  assert.ok((await times)[0]! < begin + 9_000);
});

test('a deadline further away than a timer can count is not reported at once', async (t) => {
  const warnings = t.mock.method(process, 'emitWarning', () => {});
  const far = observed();
  far.deadline.set(performance.now() + 2 ** 32);
  const near = observed();
  near.deadline.set(performance.now() + 30);
  await near.times;
  assert.equal(await Promise.race([far.times, 'not yet']), 'not yet');
  assert.equal(warnings.mock.callCount(), 0, 'Node shortens a timer that is too long, and warns');
  far.deadline.set(performance.now());
  assert.equal((await far.times).length, 1);
});
