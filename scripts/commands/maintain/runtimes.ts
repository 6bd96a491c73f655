import { join } from 'node:path';
import type { Usage } from 'trellis';
import { shareOf } from '../../../framework/fixtures/share.ts';
import { differencesOf } from '../../verify/runtimes/differences.ts';
import { type Group, groupsIn } from '../../verify/runtimes/groups.ts';
import { inWords, type Result, reportOf } from '../../verify/runtimes/report.ts';
import { runFile } from '../../verify/runtimes/run-file.ts';
import { programOf, type Runtime, runtimes } from '../../verify/runtimes/runtimes.ts';
import { sumOf, type Tally, tallyOf } from '../../verify/runtimes/tally.ts';
import { LiveLine } from '../../workshop/test-runner/live-line.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const framework = join(repository, 'framework');

/** How many commits it takes until every file has run. */
const parts = 16;

export const usage: Usage = {
  summary: 'the framework’s tests on other versions of Node, Bun and Deno (maintainers)',
  words: '[share] [runtimes] [beginnings of test files]',
  examples: ['runtimes', 'runtimes bun deno', 'runtimes bun http/ streams/', 'runtimes share'],
};

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
  const results: Result[] = [];
  for (const runtime of chosen.length > 0 ? chosen : runtimes)
    results.push(
      ...(await tryRuntime(runtime, (group) =>
        (words.includes('share') ? shareOf(group.files, parts) : group.files).filter(isChosen),
      )),
    );
  if (results.length > 0) print(`\n${reportOf(results)}`);
  return results.some(({ tally }) => tally.problems.length > 0) ? 1 : 0;
}

/** Prints what a group has shown as soon as it has ended, because the rest takes minutes. */
async function tryRuntime(runtime: Runtime, filesOf: (group: Group) => readonly string[]): Promise<Result[]> {
  const label = `${runtime.label} ${runtime.version}`;
  let program: string;
  try {
    program = await programOf(runtime, join(repository, '.workshop', 'runtimes'));
  } catch (error) {
    print(`${label} is skipped. ${(error as Error).message}`);
    return [];
  }
  print(label);
  const isNode = runtime.name === 'oldest' || runtime.name === 'newest';
  const results: Result[] = [];
  for (const group of groupsIn(framework)) {
    const files = filesOf(group);
    if (files.length === 0 || (group.isNodeOnly && !isNode)) continue;
    const tally = await runGroup(runtime, program, group, files);
    print([`${group.label}: ${inWords(tally)}`, ...tally.problems].map((text) => `  ${text}`).join('\n'));
    results.push({ runtime: label, group: group.label, tally });
  }
  return results;
}

async function runGroup(runtime: Runtime, program: string, group: Group, files: readonly string[]): Promise<Tally> {
  const differences = differencesOf(runtime, group.preload.length > 0);
  const tallies: Tally[] = [];
  const line = new LiveLine();
  for (const file of files) {
    line.show(`  ${group.label}: ${file}`);
    const runOnce = async () => tallyOf(await runFile(runtime, program, framework, file, group), differences);
    let tally = await runOnce();
    if (tally.problems.length > 0) {
      line.clear();
      print(`  ${file} has failed. It runs once more, because a busy machine can be the reason.`);
      tally = await runOnce();
    }
    tallies.push(tally);
  }
  line.clear();
  return sumOf(tallies);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
