import { RedisKeyValue } from '../../../framework/drivers/redis/key-value.ts';
import type { KeyValue } from '../../../framework/services/key-value.ts';
import { MemoryKeyValue } from '../../../framework/services/memory-key-value.ts';
import { type Growth, grouped, microseconds } from './sizes.ts';

/** How many calls wait for a response at the same time, as those of concurrent requests do. */
const TOGETHER = 500;
const READS = 5_000;

/** Entries of the key-value store, such as the refresh tokens of as many devices. */
export function inMemory(sizes: readonly number[]): Promise<Growth> {
  return measure('in memory', new MemoryKeyValue(undefined, { maxEntries: sizes.at(-1)! }), sizes);
}

export async function inRedis(url: string, sizes: readonly number[]): Promise<Growth> {
  // A request would not wait for a minute, but a busy machine may take a while to store a million entries.
  const redis = new RedisKeyValue(url, { prefix: 'growth:', deadline: 60_000 });
  await redis.onStart();
  try {
    return await measure('in Redis', redis, sizes);
  } finally {
    await redis.onStop();
  }
}

async function measure(where: string, store: KeyValue, sizes: readonly number[]): Promise<Growth> {
  const rows = [];
  let count = 0;
  for (const size of sizes) {
    const first = count;
    const set = await timed(size - first, (index) => write(store, first + index));
    count = size;
    const get = await timed(READS, (index) => store.get(`refresh:${(index * 7919) % size}`));
    rows.push([grouped(size), microseconds(set), microseconds(get)]);
  }
  return { title: `Refresh tokens ${where}`, head: ['tokens', 'set', 'get'], rows };
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
