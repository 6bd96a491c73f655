import { table } from '../../bench/table.mjs';
import { countOf, type Tally } from './tally.ts';

/** What the tests of a group have shown on a runtime. */
export interface Result {
  readonly runtime: string;
  readonly group: string;
  readonly tally: Tally;
}

/** `12 passed, 1 different`. What has happened to no test is left out, except that none has passed. */
export function inWords({ passed, skipped, different, problems }: Tally): string {
  const others = { skipped: countOf(skipped), different: countOf(different), failed: problems.length };
  const parts = Object.entries(others).filter(([, count]) => count > 0);
  return [`${passed} passed`, ...parts.map(([what, count]) => `${count} ${what}`)].join(', ');
}

/** One table of all runs, and below it the reasons of what was skipped, of what is different, and of what has failed. */
export function reportOf(results: readonly Result[]): string {
  const rows = results.map(({ runtime, group, tally }) => {
    const { passed, skipped, different, problems } = tally;
    return [runtime, group, ...[passed, countOf(skipped), countOf(different), problems.length].map(String)];
  });
  const problems = results.flatMap(({ runtime, group, tally }) =>
    tally.problems.map((problem) => `${runtime}, ${group}: ${problem}`),
  );
  return [
    table([['runtime', 'tests', 'passed', 'skipped', 'different', 'failed'], ...rows]),
    reasonsOf('What was skipped, and why:', results, (tally) => tally.skipped),
    reasonsOf('What is different, and why:', results, (tally) => tally.different),
    problems.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** By runtime, with the number of tests in all of its groups. */
function reasonsOf(
  title: string,
  results: readonly Result[],
  reasons: (tally: Tally) => ReadonlyMap<string, number>,
): string {
  const counts = new Map<string, number>();
  for (const { runtime, tally } of results) {
    for (const [reason, count] of reasons(tally)) {
      const line = `  ${runtime}: ${reason}`;
      counts.set(line, (counts.get(line) ?? 0) + count);
    }
  }
  return counts.size === 0 ? '' : [title, ...[...counts].map(([line, count]) => `${line} (${count})`)].join('\n');
}
