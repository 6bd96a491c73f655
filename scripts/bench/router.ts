/** Measures the router's lookup, and prints nanoseconds as JSON. The argument is the number of rounds. */
import { Router } from 'trellis';
import { median } from './table.mjs';

const FEW = 10;
const MANY = 10_000;
const LOOKUPS = 20_000;
/** Below the size of the router's cache, so that all of them stay in it. */
const CACHED_PATHS = 500;

const rounds = Number(process.argv[2] ?? 30);
const few = routerOf(FEW);
const many = routerOf(MANY);
let nextId = 1_000_000;

// The first rounds warm up.
const warmUp = Math.ceil(rounds / 3);
process.stdout.write(
  JSON.stringify({
    sameRoutes: compare(
      () => newPaths(FEW),
      () => newPaths(FEW),
    ),
    cached: compare(repeatedPaths, repeatedPaths),
    allRoutes: compare(
      () => newPaths(FEW),
      () => newPaths(MANY),
    ),
  }),
);

function routerOf(size: number): Router {
  const router = new Router();
  for (let i = 0; i < size; i++)
    router.add({ method: 'GET', path: `/${sectionOf(i, size)}/posts/:id`, handler: () => i });
  return router;
}

/** Sections of few are among those of many, spread over the whole table. */
function sectionOf(i: number, size: number): string {
  return `section-${String(i * (MANY / size)).padStart(5, '0')}`;
}

/** Paths that nobody has asked for before, so that the router's cache can't know them. */
function newPaths(size: number): string[] {
  return Array.from({ length: LOOKUPS }, (_, i) => flat(`/${sectionOf((i * 7919) % size, size)}/posts/${nextId++}`));
}

function repeatedPaths(): string[] {
  const paths = newPaths(FEW).slice(0, CACHED_PATHS);
  return Array.from({ length: LOOKUPS }, (_, i) => flat(paths[i % CACHED_PATHS]!));
}

/** A path as it comes from the network: characters in a row, neither pieces to be joined nor hashed yet. */
function flat(path: string): string {
  return Buffer.from(path, 'latin1').toString('latin1');
}

function compare(fewPaths: () => string[], manyPaths: () => string[]) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    // In turns, so that whatever else the machine does hits both alike.
    const measurements = {
      few: () => nanosecondsPerLookup(few, fewPaths()),
      many: () => nanosecondsPerLookup(many, manyPaths()),
    };
    const order = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const which of order) {
      const nanoseconds = measurements[which]();
      if (round >= warmUp) times[which].push(nanoseconds);
    }
  }
  const growth = median(times.many.map((time, round) => time / times.few[round]!));
  return { few: median(times.few), many: median(times.many), growth };
}

function nanosecondsPerLookup(router: Router, paths: string[]): number {
  const start = process.hrtime.bigint();
  let found = 0;
  for (const path of paths) if (router.resolve('GET', path) !== undefined) found++;
  const nanoseconds = Number(process.hrtime.bigint() - start);
  if (found !== paths.length) throw new Error(`Only ${found} of ${paths.length} paths were found.`);
  return nanoseconds / paths.length;
}
