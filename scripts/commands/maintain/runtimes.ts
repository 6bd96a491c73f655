import { join } from 'node:path';
import type { Usage } from 'trellis';
import { shareOf } from '../../../framework/fixtures/share.ts';
import { table } from '../../bench/table.mjs';
import { differencesOf } from '../../runtimes/differences.ts';
import { type Group, groupsIn } from '../../runtimes/groups.ts';
import { runFile } from '../../runtimes/run-file.ts';
import { programOf, type Runtime, runtimes } from '../../runtimes/runtimes.ts';
import { sumOf, type Tally, tallyOf } from '../../runtimes/tally.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const framework = join(repository, 'framework');

/** How many commits it takes until every file has run. */
const parts = 16;

export const usage: Usage = {
  summary: 'the framework’s tests on the oldest and the newest Node, on Bun and on Deno (maintainers)',
  words: '[share] [runtimes] [beginnings of test files]',
  examples: ['runtimes', 'runtimes bun deno', 'runtimes bun http/ streams/', 'runtimes share'],
};

/** What the runs have shown so far. */
interface Shown {
  readonly rows: string[][];
  readonly reasons: string[];
  readonly problems: string[];
}

/**
 * The runtimes come from the package registry, and one that can't be installed is skipped. The word `share` leaves all but a share of
 * the files out, which changes with the commit.
 */
export async function run(words: readonly string[]): Promise<number> {
  const named = words.filter((word) => word !== 'share');
  const chosen = runtimes.filter(({ name }) => named.includes(name));
  const beginnings = named.filter((word) => !runtimes.some(({ name }) => name === word));
  const files = groupsIn(framework).flatMap((group) => group.files);
  const unknown = beginnings.filter((beginning) => !files.some((file) => file.startsWith(beginning)));
  if (unknown.length > 0) {
    const names = runtimes.map(({ name }) => name).join(', ');
    process.stderr.write(
      `${unknown.join(', ')}: neither a runtime (${names}) nor the beginning of a test file such as http/server.\n`,
    );
    return 1;
  }
  const isChosen = (file: string) =>
    beginnings.length === 0 || beginnings.some((beginning) => file.startsWith(beginning));
  const shown: Shown = { rows: [], reasons: [], problems: [] };
  for (const runtime of chosen.length > 0 ? chosen : runtimes)
    await tryRuntime(runtime, shown, (group) =>
      (words.includes('share') ? shareOf(group.files, parts) : group.files).filter(isChosen),
    );
  const { rows, reasons, problems } = shown;
  print(table([['runtime', 'tests', 'passed', 'skipped', 'different', 'failed'], ...rows]));
  if (reasons.length > 0) print(`\nWhat is different, and why:\n${[...new Set(reasons)].join('\n')}`);
  if (problems.length > 0) print(`\n${problems.join('\n')}`);
  return problems.length > 0 ? 1 : 0;
}

async function tryRuntime(runtime: Runtime, shown: Shown, filesOf: (group: Group) => readonly string[]): Promise<void> {
  const label = `${runtime.label} ${runtime.version}`;
  let program: string;
  try {
    program = await programOf(runtime, join(repository, '.workshop', 'runtimes'));
  } catch (error) {
    print(`${label} is skipped. ${(error as Error).message}`);
    return;
  }
  const isNode = runtime.name === 'oldest' || runtime.name === 'newest';
  for (const group of groupsIn(framework)) {
    if (group.isNodeOnly && !isNode) continue;
    const tally = await runGroup(runtime, program, group, filesOf(group));
    const different = [...tally.different.values()].reduce((sum, count) => sum + count, 0);
    const counts = [tally.passed, tally.skipped, different, tally.problems.length];
    shown.rows.push([label, group.label, ...counts.map(String)]);
    for (const [reason, count] of tally.different) shown.reasons.push(`  ${label}: ${reason} (${count})`);
    for (const problem of tally.problems) shown.problems.push(`${label}, ${group.label}: ${problem}`);
    // At once, because the rest takes minutes.
    process.stderr.write(`  ${counts.join(' ')}\n${tally.problems.map((problem) => `  ${problem}\n`).join('')}`);
  }
}

async function runGroup(runtime: Runtime, program: string, group: Group, files: readonly string[]): Promise<Tally> {
  const differences = differencesOf(runtime, group.preload.length > 0);
  const tallies: Tally[] = [];
  for (const file of files) {
    process.stderr.write(`${runtime.label} ${runtime.version}: ${group.label}, ${file}\n`);
    const runOnce = async () => tallyOf(await runFile(runtime, program, framework, file, group), differences);
    const first = await runOnce();
    // Once more, as in `npm test`: a machine that is busy can be the reason.
    tallies.push(first.problems.length > 0 ? await runOnce() : first);
  }
  return sumOf(tallies);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
