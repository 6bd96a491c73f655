import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { useSpares } from './check/spare.ts';
import { findTestFiles } from './test-runner/files.ts';
import { describeReport } from './test-runner/report.ts';
import { runTests } from './tests.ts';

/**
 * `npm test`. With a chapter it is a command like the others. Without one it runs every test first, in processes of
 * their own and without loading the framework here: when that is broken, this is where one wants to read about it.
 */
const words = process.argv.slice(2);
const repository = resolve(import.meta.dirname, '..', '..');
const isHere = realpathSync(process.cwd()) === realpathSync(repository);

if (words.length > 0) {
  // Half a second, while the commands themselves are loaded.
  useSpares();
  const { runCommand } = await import('./run-command.ts');
  process.exitCode = await runCommand(['test', ...words]);
} else {
  const report = await runTests(findTestFiles(process.cwd()));
  if (isHere) await showBoard();
  process.stdout.write(describeReport(report));
  // A run without a single passing test has proven nothing, so it must not look like a success.
  process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1;
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
