import { availableParallelism } from 'node:os';

/** Does the work for each item, as many at a time as there are processors, and returns the results in the items' order. */
export async function sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  // After an error, nobody needs the rest.
  const stop = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, () => worker().catch(stop)));
  return results;
}
