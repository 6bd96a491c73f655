import type { FileResult } from './run-file.ts';

/** What became of the tests of one file or of several. */
export interface Tally {
  readonly passed: number;
  /** Tests that have skipped themselves, by the reason that they give. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Failures that we know the reason of, by that reason. */
  readonly different: ReadonlyMap<string, number>;
  readonly problems: readonly string[];
}

/** `differences` has the reason for each test that has to fail on this runtime. */
export function tallyOf({ file, outcomes, failure }: FileResult, differences: Record<string, string>): Tally {
  const different = new Map<string, number>();
  const skipped = new Map<string, number>();
  const problems = failure === undefined ? [] : [`${file}\n    ${failure.replaceAll('\n', '\n    ')}`];
  let passed = 0;
  for (const { name, result, message } of outcomes) {
    const reason = differences[name];
    // Only Node repeats the reason in its results.
    if (result === 'skipped') add(skipped, message || 'the reason is in the test', 1);
    else if (result === 'failed' && reason !== undefined) add(different, reason, 1);
    else if (result === 'failed') problems.push(`${file}: ${name}\n    ${message}`);
    else if (reason !== undefined) problems.push(`${file}: ${name}\n    passes, so it is no longer a difference`);
    else passed++;
  }
  return { passed, skipped, different, problems };
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    skipped: joined(tallies.map(({ skipped }) => skipped)),
    different: joined(tallies.map(({ different }) => different)),
    problems: tallies.flatMap(({ problems }) => problems),
  };
}

/** How many tests have one of the reasons. */
export function countOf(reasons: ReadonlyMap<string, number>): number {
  return [...reasons.values()].reduce((sum, count) => sum + count, 0);
}

function joined(maps: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [reason, count] of maps.flatMap((map) => [...map])) add(all, reason, count);
  return all;
}

function add(counts: Map<string, number>, reason: string, count: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + count);
}
