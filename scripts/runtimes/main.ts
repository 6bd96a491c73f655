import { join } from 'node:path';
import { table } from '../bench/table.mjs';
import { differencesOf } from './differences.ts';
import { type Group, groupsIn } from './groups.ts';
import { runFile } from './run-file.ts';
import { programOf, type Runtime, runtimes } from './runtimes.ts';

/*
 * `npm run runtimes`: the framework's tests on the oldest and the newest Node, on Bun and on Deno. These come from the package
 * registry, and a runtime that can't be installed is skipped. `npm run runtimes bun deno` chooses some of them, and the rest of the
 * words are the beginnings of test files.
 */

const repository = join(import.meta.dirname, '..', '..');
const framework = join(repository, 'framework');

interface Tally {
  passed: number;
  skipped: number;
  /** Failures that we know the reason of, as reason → number of tests. */
  readonly known: Map<string, number>;
  readonly problems: string[];
}

const words = process.argv.slice(2);
const chosen = runtimes.filter(({ name }) => words.includes(name));
const beginnings = words.filter((word) => !runtimes.some(({ name }) => name === word));
const rows: string[][] = [];
const reasons: string[] = [];
const problems: string[] = [];

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
    const different = [...tally.known.values()].reduce((sum, count) => sum + count, 0);
    const counts = [tally.passed, tally.skipped, different, tally.problems.length];
    rows.push([label, group.label, ...counts.map(String)]);
    for (const [reason, count] of tally.known) reasons.push(`  ${label}: ${reason} (${count})`);
    for (const problem of tally.problems) problems.push(`${label}, ${group.label}: ${problem}`);
    // At once, because the rest takes minutes.
    process.stderr.write(`  ${counts.join(' ')}\n${tally.problems.map((problem) => `  ${problem}\n`).join('')}`);
  }
}

async function runGroup(runtime: Runtime, program: string, group: Group): Promise<Tally> {
  const tally: Tally = { passed: 0, skipped: 0, known: new Map(), problems: [] };
  const differences = differencesOf(runtime, group.preload.length > 0);
  for (const file of group.files) {
    if (beginnings.length > 0 && !beginnings.some((beginning) => file.startsWith(beginning))) continue;
    process.stderr.write(`${runtime.label} ${runtime.version}: ${group.label}, ${file}\n`);
    const { outcomes, failure } = await runFile(runtime, program, framework, file, group);
    if (failure !== undefined) tally.problems.push(`${file}\n    ${failure.replaceAll('\n', '\n    ')}`);
    for (const { name, result, message } of outcomes) {
      const reason = differences[name];
      if (result === 'skipped') tally.skipped++;
      else if (result === 'failed' && reason !== undefined) tally.known.set(reason, (tally.known.get(reason) ?? 0) + 1);
      else if (result === 'failed') tally.problems.push(`${file}: ${name}\n    ${message}`);
      else if (reason !== undefined)
        tally.problems.push(`${file}: ${name}\n    passes, so it is no longer a difference`);
      else tally.passed++;
    }
  }
  return tally;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
