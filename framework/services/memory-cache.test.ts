import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cacheSuite } from './cache.suite.ts';
import { ManualClock } from './clock.ts';
import { MemoryCache } from './memory-cache.ts';

cacheSuite('memory', () => {
  const clock = new ManualClock();
  return { store: new MemoryCache(clock), pass: (seconds) => clock.advance(seconds * 1_000) };
});

/** Without promises: the test runner tracks each one, and a million of them would take longer than the cache itself. */
class BusyCache extends MemoryCache {
  fill(from: number, to: number): void {
    for (let i = from; i < to; i++) this.write(`views:${i}`, String(i), 3_600);
  }

  use(times: number, keys: number): void {
    for (let i = 0; i < times; i++) this.read(`views:${i % keys}`);
  }
}

/** The memory in use in MiB, after garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose_gc');
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** The keys that have a value, read in this order. */
async function present(cache: MemoryCache, keys: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) if ((await cache.get(key)) !== undefined) found.push(key);
  return found;
}

test("it needs no arguments, and accepts the application's clock later", async () => {
  const cache = new MemoryCache();
  const clock = new ManualClock();
  cache.clock = clock;
  await cache.set('key', 1, { ttl: 1 });
  clock.advance(999);
  assert.equal(await cache.get('key'), 1);
  clock.advance(1);
  assert.equal(await cache.get('key'), undefined);
});

test('a full cache evicts the least recently used entry', async () => {
  const cache = new MemoryCache(new ManualClock(), { maxEntries: 3 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, key);
  await cache.get('a');
  await cache.set('b', 'changed');
  await cache.set('d', 'd');
  assert.deepEqual(await present(cache, ['a', 'b', 'c', 'd']), ['a', 'b', 'd']);
  await cache.getOrSet('a', 9, () => 'unused');
  await cache.set('e', 'e');
  assert.deepEqual(await present(cache, ['a', 'b', 'c', 'd', 'e']), ['a', 'd', 'e']);
});

test('random operations evict the same entries as a slow, obvious implementation', async () => {
  const clock = new ManualClock();
  const cache = new MemoryCache(clock, { maxEntries: 8 });
  let obvious: { key: string; value: number; endsAt: number }[] = [];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let step = 0; step < 20_000; step++) {
    const key = `k${random(20)}`;
    const found = obvious.find((entry) => entry.key === key);
    const others = obvious.filter((entry) => entry !== found);
    const operation = random(10);
    if (operation < 4) {
      const alive = found && found.endsAt > clock.now() ? found : undefined;
      assert.equal(await cache.get(key), alive?.value, `step ${step}`);
      obvious = alive ? [...others, alive] : others;
    } else if (operation < 8) {
      const ttl = 1 + random(30);
      await cache.set(key, step, { ttl });
      obvious = [...others, { key, value: step, endsAt: clock.now() + ttl * 1_000 }].slice(-8);
    } else if (operation === 8) {
      assert.equal(await cache.delete(key), found !== undefined && found.endsAt > clock.now(), `step ${step}`);
      obvious = others;
    } else {
      clock.advance(random(3_000));
    }
  }
});

test('with 1,000,000 entries, memory stays flat and the cache fast', { timeout: 60_000 }, async () => {
  const cache = new BusyCache();
  cache.fill(0, 50_000);
  const early = heapUsed();
  cache.fill(50_000, 1_000_000);
  const late = heapUsed();

  // A million entries would take more than 100 MiB.
  assert.ok(late - early < 8, `the heap grew from ${early.toFixed(1)} to ${late.toFixed(1)} MiB`);
  assert.equal(await cache.get('views:989999'), undefined);
  assert.equal(await cache.get('views:990000'), 990_000);
  assert.equal(await cache.get('views:999999'), 999_999);
});

test('with 1,000,000 reads and replacements in a cache that is not full, memory stays flat', {
  timeout: 60_000,
}, () => {
  const cache = new BusyCache();
  cache.fill(0, 1_000);
  const early = heapUsed();
  cache.use(1_000_000, 1_000);
  for (let round = 0; round < 200; round++) cache.fill(0, 1_000);
  const late = heapUsed();
  assert.ok(late - early < 8, `the heap grew from ${early.toFixed(1)} to ${late.toFixed(1)} MiB`);
});

test('an invalid bound is rejected', () => {
  for (const maxEntries of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => new MemoryCache(undefined, { maxEntries }), /maxEntries is .*: pass an integer of at least 1/);
  }
});
