import { RedisKeyValue } from '../../../framework/drivers/redis/key-value.ts';
import type { KeyValue } from '../../../framework/services/key-value.ts';
import { MemoryKeyValue } from '../../../framework/services/memory-key-value.ts';
import { type Growth, grouped, microseconds } from './sizes.ts';

/** How many calls wait for a response at the same time, as those of concurrent requests do. */
const TOGETHER = 500;
const READS = 5_000;

/** Entries of the key-value store, such as the refresh tokens of as many devices. */
export async function entries(redisUrl: string | undefined, sizes: readonly number[]): Promise<Growth[]> {
  // One more than the largest size: the last one is the entry that is measured.
  const memory = new MemoryKeyValue(undefined, { maxEntries: sizes.at(-1)! + TOGETHER });
  const stores: [string, KeyValue, () => Promise<void>][] = [['in memory', memory, async () => {}]];
  if (redisUrl !== undefined) {
    const redis = new RedisKeyValue(redisUrl, { prefix: 'growth:' });
    await redis.onStart();
    stores.push(['in Redis', redis, () => redis.onStop()]);
  }
  const growths = [];
  for (const [where, store, close] of stores) {
    const rows = [];
    let count = 0;
    for (const size of sizes) {
      const before = process.memoryUsage().heapUsed;
      const missing = size - count;
      const set = await timed(missing, (index) => write(store, count + index));
      count = size;
      const get = await timed(READS, (index) => store.get(`refresh:${(index * 7919) % size}`));
      const bytes = Math.max(0, (process.memoryUsage().heapUsed - before) / missing);
      rows.push([
        grouped(size),
        microseconds(set),
        microseconds(get),
        where === 'in memory' ? `${bytes.toFixed(0)} B` : '',
      ]);
    }
    await close();
    growths.push({ title: `Refresh tokens ${where}`, head: ['tokens', 'set', 'get', 'per entry'], rows });
  }
  return growths;
}

function write(store: KeyValue, index: number): Promise<void> {
  return store.set(`refresh:${index}`, '0f8fad5b-d9cb-469f-a165-70867728950e', { ttl: 604_800 });
}

/** Milliseconds per call. */
async function timed(count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let done = 0; done < count; done += TOGETHER) {
    const batch = Math.min(TOGETHER, count - done);
    await Promise.all(Array.from({ length: batch }, (_, index) => call(done + index)));
  }
  return (performance.now() - started) / count;
}
