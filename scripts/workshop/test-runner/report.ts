import { AREAS, areaOf } from './files.ts';
import type { Failure, FileReport, Skip, TestReport } from './results.ts';

const MOST_OUTPUT_LINES = 40;

/** The overview of a run: one line for each area, one for the files of `scripts/` left out, one for all skipped tests. */
export function describeAreas(report: TestReport, leftOut = 0): string {
  const count = report.skips.length;
  const skipped = count === 0 ? '' : `${count} skipped (npm test skipped lists them)`;
  const tools =
    leftOut === 0
      ? ''
      : `scripts        left out  (${leftOut} ${leftOut === 1 ? 'file' : 'files'}; npm test all runs them)`;
  const parts = [areaLines(report.files), tools, skipped].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join('\n')}\n`;
}

/** Where the time of a whole run goes: the files that take longest, beside the others. */
export function describeSlowest({ files }: TestReport, most = 12): string {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, most);
  return slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join('');
}

/** Every skipped test and its reason, grouped by the reason. */
export function describeSkips(skips: readonly Skip[]): string {
  const reasons = [...new Set(skips.map(({ reason }) => reason))];
  const groups = reasons.map((reason) => {
    const own = skips.filter((skip) => skip.reason === reason).map(({ file, test }) => `  ${file} › ${test}`);
    return [`${own.length} ${own.length === 1 ? 'test' : 'tests'}: ${reason}`, ...own].join('\n');
  });
  return `${groups.join('\n\n')}\n`;
}

/** The end of a run: what failed and why, and the sum. */
export function describeResult(report: TestReport): string {
  const parts = [
    ...report.files.filter((file) => file.failures.length > 0).map(describeFailures),
    report.unsteady.length === 0 ? '' : describeUnsteady(report.unsteady),
    report.passed + report.failed === 0 ? noTestRan(report) : '',
    sumLine(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A test that depends on how busy the machine is: no reason to stop anybody, and something to repair. */
function describeUnsteady(failures: readonly Failure[]): string {
  const parts = failures.map(
    ({ file, test, error }) => `! ${test === undefined ? file : `${file} › ${test}`}\n${indent(error)}`,
  );
  return `Failed beside other tests, and passed alone:\n\n${parts.join('\n\n')}`;
}

/** `12 passed, 0 failed`, and the skipped ones if there are any. Scripts read this line. */
export function sumLine({ passed, failed, skipped }: TestReport): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function areaLines(files: FileReport[]): string {
  const lines = AREAS.flatMap((area) => {
    const own = files.filter(({ file }) => areaOf(file) === area);
    if (own.length === 0) return [];
    const passed = sum(own.map((file) => file.passed));
    const failed = sum(own.map((file) => file.failures.length));
    const seconds = sum(own.map((file) => file.seconds));
    const counts = `${String(passed).padStart(5)} passed${failed > 0 ? `, ${failed} failed` : ''}`;
    return `${area.padEnd(10)} ${counts}  (${own.length} ${own.length === 1 ? 'file' : 'files'}, ${seconds.toFixed(1)} s)`;
  });
  return lines.join('\n');
}

function describeFailures({ file, failures, output }: FileReport): string {
  // A file that broke comes before its tests: they often failed because of it.
  const rootCauseFirst = [...failures].sort((a, b) => Number(a.test !== undefined) - Number(b.test !== undefined));
  const parts = rootCauseFirst.map(
    ({ test, error }) => `✖ ${test === undefined ? file : `${file} › ${test}`}\n${indent(error)}`,
  );
  const lines = output.trim().split('\n');
  if (lines[0] !== '') parts.push(`  ${file} printed:\n${indent(lines.slice(-MOST_OUTPUT_LINES).join('\n'))}`);
  return parts.join('\n\n');
}

function noTestRan({ files, skipped }: TestReport): string {
  if (skipped > 0) return 'No test ran: all of them are skipped.';
  const where = `${AREAS.slice(0, -1).join('/, ')}/ or ${AREAS.at(-1)}/`;
  return files.length > 0 ? 'No test ran.' : `No test ran: there is no *.test.ts below ${where} of ${process.cwd()}.`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
