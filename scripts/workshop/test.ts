import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { useWarmProcesses } from './run/warm-process.ts';
import { LiveLine } from './test-runner/live-line.ts';

/**
 * `npm test`. With a chapter it checks that one. Without one it runs every test first, in processes of their own. Neither
 * loads the framework here: when that is broken, this is where one wants to read about it.
 */
const words = process.argv.slice(2);
const repository = resolve(import.meta.dirname, '..', '..');
const isHere = realpathSync(process.cwd()) === realpathSync(repository);

if (words.length === 1 && words[0] === 'skipped') {
  process.exitCode = await listSkipped();
} else if (words.length > 0) {
  // Half a second, while the checks are loaded.
  useWarmProcesses();
  process.exitCode = await checkChapter();
} else {
  process.exitCode = await testEverything();
}

async function testEverything(): Promise<number> {
  const [{ findTestFiles }, { describeAreas, describeResult }, { keepSkips }, { runTests }] = await Promise.all([
    import('./test-runner/files.ts'),
    import('./test-runner/report.ts'),
    import('./test-runner/skips.ts'),
    import('./tests.ts'),
  ]);
  const files = findTestFiles(process.cwd());
  const live = new LiveLine();
  const report = await runTests(files, {
    onProgress: ({ passed, failed, files: done }) =>
      live.show(`Testing …  ${passed} passed, ${failed} failed  (${done} of ${files.length} files)`),
  });
  live.clear();
  keepSkips(process.cwd(), report.skips);
  const areas = describeAreas(report);
  if (areas !== '') process.stdout.write(`${areas}\n`);
  if (isHere) await showBoard();
  process.stdout.write(describeResult(report));
  // A run without a single passing test has proven nothing, so it must not look like a success.
  return report.failed === 0 && report.passed > 0 ? 0 : 1;
}

async function listSkipped(): Promise<number> {
  const [{ describeSkips }, { keptSkips }] = await Promise.all([
    import('./test-runner/report.ts'),
    import('./test-runner/skips.ts'),
  ]);
  const skips = keptSkips(process.cwd());
  if (skips === undefined) process.stdout.write('No tests have run here yet. Run: npm test\n');
  else process.stdout.write(skips.length === 0 ? 'The last npm test skipped nothing.\n' : describeSkips(skips));
  return 0;
}

/** A chapter is what everybody types, and waits for. Whatever else the words are, the commands know what to say of it. */
async function checkChapter(): Promise<number> {
  const [{ chapterNamed }, { Terminal }, { testChapter }, { Workshop }] = await Promise.all([
    import('./find-chapter.ts'),
    import('./terminal.ts'),
    import('./test-chapter.ts'),
    import('./workshop.ts'),
  ]);
  const workshop = new Workshop();
  const chapter = words.length === 1 ? chapterNamed(words[0]!, workshop.chapters) : undefined;
  if (chapter !== undefined) return (await testChapter(workshop, new Terminal(), chapter)) ? 0 : 1;
  const { runCommand } = await import('./run-command.ts');
  return runCommand(['test', ...words]);
}

/** Unfinished chapters never fail the run: they are what the workshop is for. */
async function showBoard(): Promise<void> {
  try {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(['board']);
  } catch (error) {
    process.stdout.write(`The progress cannot be shown: ${(error as Error).message}\n`);
  }
}
