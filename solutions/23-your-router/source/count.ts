import { Session } from 'node:inspector/promises';
import { Router } from './framework/router.ts';

/* Counts how much of your code one request runs, among few routes and among many. V8 counts, so no clock is involved. */

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

for (const size of [10, 100, 1_000, 10_000]) {
  const router = new Router();
  for (let i = 0; i < size; i++) router.add({ method: 'GET', path: `/shelf${i}/:isbn`, handler: () => {} });
  await blocksRun();
  for (let i = 0; i < 100; i++) router.resolve('GET', `/shelf${Math.floor((i * size) / 100)}/7`);
  console.log(`${String(size).padStart(6)} routes: ${Math.round((await blocksRun()) / 100)} blocks per request`);
}

/** How often the blocks of code in framework/ were run since the last call. */
async function blocksRun(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => url.includes('/framework/'));
  return own
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
