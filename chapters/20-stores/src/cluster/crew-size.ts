import { availableParallelism } from 'node:os';

/** How many processes: WORKERS says it, or the processors. One alone, where what they keep is not shared. */
export function crewSize(): number {
  const isShared = /^postgres/.test(process.env.DATABASE_URL ?? '') && Boolean(process.env.REDIS_URL);
  const size = Number(process.env.WORKERS || (isShared ? Math.min(4, availableParallelism()) : 1));
  if (!Number.isInteger(size) || size < 1) {
    throw new RangeError(`WORKERS is "${process.env.WORKERS}". It is a number of processes: 1, 2, 3 …`);
  }
  if (size > 1 && !isShared) {
    throw new RangeError(
      `WORKERS is ${size}, but each process would have a memory of its own. Set DATABASE_URL to PostgreSQL and REDIS_URL.`,
    );
  }
  return size;
}
