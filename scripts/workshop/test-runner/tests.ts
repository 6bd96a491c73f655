import { availableParallelism } from 'node:os';
import type { Message } from './messages.ts';
import { runProcess } from './process.ts';
import { type FileReport, summarize, type TestReport } from './results.ts';

export type { Failure, FileReport, Skip, TestReport } from './results.ts';

/**
 * How many files a process runs: a process of its own would cost each of them half a second. The list starts with the slow
 * ones, so a process takes some from both ends. Towards the end it takes fewer, so that no process is left with several slow ones while
 * the others have nothing to do.
 */
const batch = { fromStart: 4, fromEnd: 8 };

/** In milliseconds. The machines of CI are shared, and slower. */
const patience = process.env.CI ? 120_000 : 60_000;

export interface TestOptions {
  /** The folder that the file names start from, and that the tests run in. */
  root?: string;
  /** How many test processes run side by side: one more than there are processors, as tests wait, too; at most 4. */
  processes?: number;
  /** How long a file may show no sign of life before it counts as hanging, in milliseconds. */
  deadline?: number;
  /** Called whenever a test or a file ends. */
  onProgress?(progress: TestProgress): void;
}

/** How far a run is. */
export interface TestProgress {
  readonly passed: number;
  readonly failed: number;
  /** How many files have ended. */
  readonly files: number;
}

/**
 * Runs test files, named by their paths below the root, several to a process, and says what became of every test.
 * It rejects only when a test process cannot start at all.
 */
export async function runTests(files: string[], options: TestOptions = {}): Promise<TestReport> {
  const { root = process.cwd(), processes = Math.min(availableParallelism() + 1, 4), deadline = patience } = options;
  const progress = { passed: 0, failed: 0, files: 0 };
  const follow = ({ type }: Message) => {
    if (type === 'passed') progress.passed++;
    else if (type === 'failed') progress.failed++;
    else if (type === 'ended') progress.files++;
    options.onProgress?.(progress);
  };
  const waiting = [...files];
  const worker = async () => {
    const reports: FileReport[] = [];
    while (waiting.length > 0) {
      const share = Math.ceil(waiting.length / (2 * processes));
      const files = [
        ...waiting.splice(0, Math.min(batch.fromStart, share)),
        ...waiting.splice(-Math.min(batch.fromEnd, share)),
      ];
      reports.push(...(await runBatch(files, root, deadline, follow)));
    }
    return reports;
  };
  const reports = (await Promise.all(Array.from({ length: processes }, worker))).flat();
  return summarize(reports.sort((a, b) => (a.file < b.file ? -1 : 1)));
}

/** More failures than these aren't the fault of a busy machine. */
const mostAgain = 3;

/** Runs the files that have failed once more, one after another, with nothing beside them. The second result counts. */
export async function runFailedAgain(report: TestReport, options: TestOptions = {}): Promise<TestReport> {
  const failed = report.files.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0 || failed.length > mostAgain) return report;
  const again = await runTests(
    failed.map(({ file }) => file),
    { ...options, processes: 1 },
  );
  const second = (first: FileReport) => again.files.find(({ file }) => file === first.file) ?? first;
  const files = report.files.map(second);
  const unsteady = failed.filter((first) => second(first).failures.length === 0).flatMap(({ failures }) => failures);
  return summarize(files, unsteady);
}

/** A file may take its process down with it; the files after it go on in a fresh one. */
async function runBatch(
  files: string[],
  root: string,
  deadline: number,
  follow: (message: Message) => void,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  while (reports.length < files.length) {
    reports.push(...(await runProcess(files.slice(reports.length), root, deadline, follow)));
  }
  return reports;
}
