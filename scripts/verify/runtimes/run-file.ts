import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Group } from './groups.ts';
import { type Outcome, outcomesIn } from './junit.ts';
import { node, type Runtime } from './runtimes.ts';

/** The slowest file needs four minutes on a busy machine. */
const patience = 300_000;

/** A file without results failed as a whole: it doesn't load, or a test hangs. */
export interface FileResult {
  readonly file: string;
  readonly outcomes: readonly Outcome[];
  /** The end of what the runtime has printed, if there are no results. */
  readonly failure?: string;
}

/** Runs one test file in a process of its own. */
export async function runFile(
  runtime: Runtime,
  program: string,
  framework: string,
  file: string,
  { preload, withSlow = false, isOutside = false }: Group,
): Promise<FileResult> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-runtime-'));
  try {
    const report = join(folder, 'report.xml');
    const { args } = isOutside ? node : runtime;
    const printed = await outputOf(
      isOutside ? process.execPath : program,
      args(join(framework, file), report, preload),
      {
        // In CI, a slow file has its turns. Here, it was asked for.
        TRELLIS_SLOW: withSlow ? 'true' : undefined,
        DENO_DIR: folder,
        TRELLIS_RUNTIME: program,
        TRELLIS_RUNTIME_ARGS: runtime.runs,
      },
    );
    const outcomes = outcomesIn(await readFile(report, 'utf8').catch(() => ''));
    return outcomes.length > 0 ? { file, outcomes } : { file, outcomes, failure: printed.trim().slice(-2_000) };
  } finally {
    // A program that a test has killed may still write into its cache for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function outputOf(program: string, args: string[], more: NodeJS.ProcessEnv): Promise<string> {
  const env = {
    ...process.env,
    ...more,
    // Set by `node --test`, it would make the tests report to a parent that isn't there.
    NODE_TEST_CONTEXT: undefined,
    NO_COLOR: '1',
    DENO_NO_UPDATE_CHECK: '1',
  };
  const options = {
    env,
    cwd: join(import.meta.dirname, '..', '..', '..'),
    timeout: patience,
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(program, args, { ...options, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      const end = error?.killed ? `\nIt didn't end within ${patience / 1000} seconds.` : '';
      resolve(stdout + stderr + end);
    });
  });
}
