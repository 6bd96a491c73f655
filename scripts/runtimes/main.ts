import { join } from 'node:path';
import { shareOf } from '../../framework/fixtures/share.ts';
import { table } from '../bench/table.mjs';
import { differencesOf } from './differences.ts';
import { type Group, groupsIn } from './groups.ts';
import { runFile } from './run-file.ts';
import { programOf, type Runtime, runtimes } from './runtimes.ts';
import { sumOf, type Tally, tallyOf } from './tally.ts';

/*
 * `npm run runtimes`: the framework's tests on the oldest and the newest Node, on Bun and on Deno. These come from the package
 * registry, and a runtime that can't be installed is skipped. `npm run runtimes bun deno` chooses some of them, and the rest of the
 * words are the beginnings of test files. `npm run runtimes share` runs a share of the files on each, which changes with the commit.
 */

const repository = join(import.meta.dirname, '..', '..');
const framework = join(repository, 'framework');

/** How many commits it takes until every file has run. */
const parts = 16;

const words = process.argv.slice(2).filter((word) => word !== 'share');
const isShare = process.argv.includes('share', 2);
const chosen = runtimes.filter(({ name }) => words.includes(name));
const beginnings = words.filter((word) => !runtimes.some(({ name }) => name === word));
const rows: string[][] = [];
const reasons: string[] = [];
const problems: string[] = [];

const files = groupsIn(framework).flatMap((group) => group.files);
const unknown = beginnings.filter((beginning) => !files.some((file) => file.startsWith(beginning)));
if (unknown.length > 0) {
  const names = runtimes.map(({ name }) => name).join(', ');
  process.stderr.write(
    `${unknown.join(', ')}: neither a runtime (${names}) nor the beginning of a test file such as http/server.\n`,
  );
  process.exit(1);
}
for (const runtime of chosen.length > 0 ? chosen : runtimes) await tryRuntime(runtime);
print(table([['runtime', 'tests', 'passed', 'skipped', 'different', 'failed'], ...rows]));
if (reasons.length > 0) print(`\nWhat is different, and why:\n${[...new Set(reasons)].join('\n')}`);
if (problems.length > 0) print(`\n${problems.join('\n')}`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function tryRuntime(runtime: Runtime): Promise<void> {
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
    const tally = await runGroup(runtime, program, group);
    const different = [...tally.different.values()].reduce((sum, count) => sum + count, 0);
    const counts = [tally.passed, tally.skipped, different, tally.problems.length];
    rows.push([label, group.label, ...counts.map(String)]);
    for (const [reason, count] of tally.different) reasons.push(`  ${label}: ${reason} (${count})`);
    for (const problem of tally.problems) problems.push(`${label}, ${group.label}: ${problem}`);
    // At once, because the rest takes minutes.
    process.stderr.write(`  ${counts.join(' ')}\n${tally.problems.map((problem) => `  ${problem}\n`).join('')}`);
  }
}

async function runGroup(runtime: Runtime, program: string, group: Group): Promise<Tally> {
  const differences = differencesOf(runtime, group.preload.length > 0);
  const tallies: Tally[] = [];
  for (const file of isShare ? shareOf(group.files, parts) : group.files) {
    if (beginnings.length > 0 && !beginnings.some((beginning) => file.startsWith(beginning))) continue;
    process.stderr.write(`${runtime.label} ${runtime.version}: ${group.label}, ${file}\n`);
    const run = async () => tallyOf(await runFile(runtime, program, framework, file, group), differences);
    const first = await run();
    // Once more, as in `npm test`: a machine that is busy can be the reason.
    tallies.push(first.problems.length > 0 ? await run() : first);
  }
  return sumOf(tallies);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
