import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Usage } from 'trellis';
import { useWarmProcesses } from '../../workshop/run/warm-process.ts';
import { LiveLine } from '../../workshop/test-runner/live-line.ts';

export const usage: Usage = {
  summary: 'check a chapter; without words, run the tests and show your progress',
  words: '[chapter | all | skipped]',
  examples: ['test', 'test 05'],
};

/** It explains its words by itself. */
export const hasOwnHelp = true;

const repository = resolve(import.meta.dirname, '..', '..', '..');
const isHere = realpathSync(process.cwd()) === realpathSync(repository);

/**
 * `npm test`. With a chapter it checks that one. Without one it runs every test, in processes of their own, and shows the
 * learner's progress. Neither loads the framework here: if that is broken, this command has to say so.
 */
export async function run(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === 'skipped') return listSkipped();
  if (words.length === 1 && words[0] === 'all') process.env.TRELLIS_SLOW = '1';
  else if (words.length > 0) {
    // Checks look into databases. SQLite is WebAssembly, and a short run never earns back the time of optimizing it.
    setFlagsFromString('--liftoff-only');
    // Saves half a second: a process starts while the checks are loaded.
    useWarmProcesses();
    return checkChapter(words);
  }
  return testEverything();
}

async function testEverything(): Promise<number> {
  const [
    { findTestFiles },
    { describeAreas, describeResult, describeSlowest },
    { keepSkips },
    { runFailedAgain, runTests },
  ] = await Promise.all([
    import('../../workshop/test-runner/files.ts'),
    import('../../workshop/test-runner/report.ts'),
    import('../../workshop/test-runner/skips.ts'),
    import('../../workshop/test-runner/tests.ts'),
  ]);
  const all = findTestFiles(process.cwd());
  const files = slowFirst(all.filter(isWorthTheWait));
  const live = new LiveLine();
  const first = await runTests(files, {
    onProgress: ({ passed, failed, files: done }) =>
      live.show(`Testing …  ${passed} passed, ${failed} failed  (${done} of ${files.length} files)`),
  });
  const report = await runFailedAgain(first, { onProgress: () => live.show('Testing what failed once more, alone …') });
  live.clear();
  keepSkips(process.cwd(), report.skips);
  const areas = describeAreas(report, all.length - files.length);
  if (areas !== '') process.stdout.write(`${areas}\n`);
  if (takesItsTime()) process.stdout.write(`The slowest files:\n${describeSlowest(report)}\n`);
  if (isHere) await showBoard();
  process.stdout.write(describeResult(report));
  // A run without a single passing test has proven nothing, so it must not look like a success.
  return report.failed === 0 && report.passed > 0 ? 0 : 1;
}

/** The workshop's own tools take more time than everything else, and a learner changes nothing about them. */
function isWorthTheWait(file: string): boolean {
  return takesItsTime() || !file.startsWith('scripts/');
}

function takesItsTime(): boolean {
  return Boolean(process.env.CI || process.env.TRELLIS_SLOW);
}

/** Files that start programs or install projects must not be the last to start. */
function slowFirst(files: string[]): string[] {
  const isSlow = (file: string) => /^(scripts|solutions|framework\/scaffold)\//.test(file);
  return [...files.filter(isSlow), ...files.filter((file) => !isSlow(file))];
}

async function listSkipped(): Promise<number> {
  const [{ describeSkips }, { keptSkips }] = await Promise.all([
    import('../../workshop/test-runner/report.ts'),
    import('../../workshop/test-runner/skips.ts'),
  ]);
  const skips = keptSkips(process.cwd());
  if (skips === undefined) process.stdout.write('No tests have run here yet. Run: npm test\n');
  else process.stdout.write(skips.length === 0 ? 'The last npm test skipped nothing.\n' : describeSkips(skips));
  return 0;
}

async function checkChapter(words: readonly string[]): Promise<number> {
  const [{ MissingFile }, { UnknownChapter }, { Terminal }, { testChapter }, { Workshop }] = await Promise.all([
    import('../../workshop/check/collector.ts'),
    import('../../workshop/find-chapter.ts'),
    import('../../workshop/terminal.ts'),
    import('../../workshop/test-chapter.ts'),
    import('../../workshop/workshop.ts'),
  ]);
  const terminal = new Terminal();
  const [word = '', ...rest] = words;
  if (word.startsWith('-') || rest.length > 0) {
    terminal.print(
      'Usage: npm test            the tests of the framework and the solutions, and your progress\n       npm test all        every test, which takes minutes\n       npm test 05         your steps of chapter 05\n       npm test skipped    what the last npm test skipped',
    );
    return 2;
  }
  try {
    const workshop = new Workshop();
    return (await testChapter(workshop, terminal, workshop.chapter(word))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnknownChapter || error instanceof MissingFile)) throw error;
    terminal.print(error.message);
    return 1;
  }
}

/** Unfinished chapters never fail the run: they are what the workshop is for. */
async function showBoard(): Promise<void> {
  try {
    const [{ boardOf }, { Schedule }, { Workshop }] = await Promise.all([
      import('../../workshop/board.ts'),
      import('../../review/schedule.ts'),
      import('../../workshop/workshop.ts'),
    ]);
    const workshop = new Workshop();
    await workshop.refresh();
    const due = new Schedule(workshop.state).count(workshop.finished());
    process.stdout.write(`${boardOf(workshop.standings(), due)}\n`);
  } catch (error) {
    process.stdout.write(`Your progress can't be shown: ${(error as Error).message}\n`);
  }
}
