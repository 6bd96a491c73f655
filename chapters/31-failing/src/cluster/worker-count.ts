import { availableParallelism } from 'node:os';

/** How many workers to start: WORKERS, or one per processor, at most four. Only one if they couldn't share their data. */
export function workerCount(): number {
  const isShared = /^postgres/.test(process.env.DATABASE_URL ?? '') && Boolean(process.env.REDIS_URL);
  const count = Number(process.env.WORKERS || (isShared ? Math.min(4, availableParallelism()) : 1));
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`WORKERS is "${process.env.WORKERS}". It has to be a number of processes: 1, 2, 3 …`);
  }
  if (count > 1 && !isShared) {
    throw new RangeError(
      `WORKERS is ${count}, but each process would keep its data in its own memory. Set DATABASE_URL to PostgreSQL, and REDIS_URL.`,
    );
  }
  return count;
}
