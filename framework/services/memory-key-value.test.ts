import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { keyValueSuite } from './key-value.suite.ts';
import { MemoryKeyValue } from './memory-key-value.ts';

keyValueSuite('memory', () => {
  const clock = new ManualClock();
  return { store: new MemoryKeyValue(clock), pass: (seconds) => clock.advance(seconds * 1_000) };
});

const DAY = 24 * 60 * 60;

test('a session of 24 hours is present in the last millisecond and gone in the next', async () => {
  const clock = new ManualClock();
  const store = new MemoryKeyValue(clock);
  await store.set('session', 'active', { ttl: DAY });
  clock.advance(DAY * 1_000 - 1);
  assert.equal(await store.get('session'), 'active');
  assert.equal(await store.ttl('session'), 1);
  clock.advance(1);
  assert.equal(await store.get('session'), undefined);
});

test("it needs no arguments, and accepts the application's clock later", async () => {
  const store = new MemoryKeyValue();
  const clock = new ManualClock();
  store.clock = clock;
  await store.set('key', 1, { ttl: 1 });
  clock.advance(1_000);
  assert.equal(await store.get('key'), undefined);
});

test('a full store rejects new keys and loses none, and existing keys can still change', async () => {
  const store = new MemoryKeyValue(new ManualClock(), { maxEntries: 3 });
  for (const key of ['a', 'b', 'c']) await store.set(key, key);
  const full = /key-value store is full: it has 3 entries. The new value was not stored.*maxEntries.*Redis/;
  await assert.rejects(store.set('d', 1), full);
  await assert.rejects(store.setIfAbsent('d', 1), full);
  await assert.rejects(store.increment('d'), full);
  await store.set('a', 'changed');
  for (const [key, value] of Object.entries({ a: 'changed', b: 'b', c: 'c' }))
    assert.equal(await store.get(key), value);
  assert.equal(await store.get('d'), undefined);
  await store.delete('b');
  await store.set('d', 1);
  assert.equal(await store.get('d'), 1);
});

test('a full store removes expired entries before it rejects new keys', async () => {
  const clock = new ManualClock();
  const store = new MemoryKeyValue(clock, { maxEntries: 3 });
  await store.set('stays', 1);
  await store.set('short', 1, { ttl: 1 });
  await store.set('long', 1, { ttl: 2 });
  await assert.rejects(store.set('new', 1), /full/);
  clock.advance(1_000);
  await store.set('new', 1);
  await assert.rejects(store.set('newer', 1), /full/);
  clock.advance(1_000);
  await store.set('newer', 1);
  assert.deepEqual(await Promise.all(['stays', 'short', 'long', 'new', 'newer'].map((key) => store.get(key))), [
    1,
    undefined,
    undefined,
    1,
    1,
  ]);
});

test('expired values that are never read again do not accumulate', async () => {
  const clock = new ManualClock();
  // Three minutes of writes fit, but an hour does not: without sweeping, the store would be full.
  const store = new MemoryKeyValue(clock, { maxEntries: 180 });
  for (let second = 0; second < 3_600; second++) {
    await store.set(`try:${second}`, 1, { ttl: 60 });
    clock.advance(1_000);
  }
});

test('a clock that is set back does not stop the sweeping', async () => {
  const clock = new ManualClock();
  const store = new MemoryKeyValue(clock, { maxEntries: 1 });
  await store.set('first', 1);
  await store.delete('first');
  clock.set(0);
  await store.set('second', 1, { ttl: 1 });
  clock.advance(1_000);
  await store.set('third', 1);
  assert.equal(await store.get('third'), 1);
});

test('a counter stays within the safe integers', async () => {
  const store = new MemoryKeyValue(new ManualClock());
  await store.set('counter', Number.MAX_SAFE_INTEGER);
  await assert.rejects(store.increment('counter'), /within the safe integers/);
  assert.equal(await store.get('counter'), Number.MAX_SAFE_INTEGER);
});

test('an invalid bound is rejected', () => {
  for (const maxEntries of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => new MemoryKeyValue(undefined, { maxEntries }),
      /maxEntries is .*: pass an integer of at least 1/,
    );
  }
});

test('no timer keeps the process alive', async () => {
  const before = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  await new MemoryKeyValue().set('key', 1, { ttl: 3_600 });
  const after = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  assert.equal(after, before);
});
