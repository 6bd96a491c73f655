import { join } from 'node:path';
import { asRecord, readState } from '../state-file.ts';

/** One row of `npm run bench mine`: the share of bare node:http that the learner's framework reaches for a kind of request. */
export interface Measured {
  readonly work: string;
  readonly share: number;
}

/** What the benchmark has stored after its last whole run. Empty if it has never measured the learner's framework. */
export function measuredBench(repository: string): Measured[] {
  const { shares } = asRecord(readState(benchFile(repository)));
  return Object.entries(asRecord(shares)).flatMap(([work, share]) =>
    typeof share === 'number' && Number.isFinite(share) && share > 0 && share < 100 ? [{ work, share }] : [],
  );
}

export function benchFile(repository: string): string {
  return join(repository, '.workshop', 'bench.json');
}
