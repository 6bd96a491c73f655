import type { FileResult } from './run-file.ts';

/** What became of the tests of one file or of several. */
export interface Tally {
  readonly passed: number;
  readonly skipped: number;
  /** Failures that we know the reason of, by that reason. */
  readonly different: ReadonlyMap<string, number>;
  readonly problems: readonly string[];
}

/** `differences` has the reason for each test that has to fail on this runtime. */
export function tallyOf({ file, outcomes, failure }: FileResult, differences: Record<string, string>): Tally {
  const different = new Map<string, number>();
  const problems = failure === undefined ? [] : [`${file}\n    ${failure.replaceAll('\n', '\n    ')}`];
  let passed = 0;
  let skipped = 0;
  for (const { name, result, message } of outcomes) {
    const reason = differences[name];
    if (result === 'skipped') skipped++;
    else if (result === 'failed' && reason !== undefined) different.set(reason, (different.get(reason) ?? 0) + 1);
    else if (result === 'failed') problems.push(`${file}: ${name}\n    ${message}`);
    else if (reason !== undefined) problems.push(`${file}: ${name}\n    passes, so it is no longer a difference`);
    else passed++;
  }
  return { passed, skipped, different, problems };
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const different = new Map<string, number>();
  for (const [reason, count] of tallies.flatMap((tally) => [...tally.different])) {
    different.set(reason, (different.get(reason) ?? 0) + count);
  }
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
    different,
    problems: tallies.flatMap(({ problems }) => problems),
  };
}
