import { fileURLToPath } from 'node:url';
import { startupCause, startupOutput } from '../run/startup-cause.ts';
import { CheckFailure, StartFailure } from './failure.ts';
import type { FailureParts } from './failure-parts.ts';
import type { Session } from './session.ts';

/** Imports a file of the program: `await load('framework/router.ts')`. */
// biome-ignore lint/suspicious/noExplicitAny: a learner's module exports whatever it exports.
export type Load = (file: string) => Promise<any>;

/**
 * How often blocks of the program's code have run since the last call, counted by V8, and how many items built-in functions have
 * gone through for it: a measure of work that doesn't depend on the machine. Only `await` it between two calls of the learner's code.
 */
export type CountBlocks = () => Promise<number>;

/** A check of modules instead of a server: it calls the learner's functions, in a process of their own. */
export type Examination = (load: Load, blocks: CountBlocks) => unknown;

/** What the process prints about one examination. A `begun` without the other two has not ended. */
export type Report =
  | { begun: string }
  | { passed: string }
  | { failed: string; parts: FailureParts; about?: readonly string[] };

/** Begins each line that isn't the learner's own output. */
export const mark = '\u0001';

const program = fileURLToPath(new URL('./examine.ts', import.meta.url));
/** The process itself gives up earlier if the learner's code loops, or waits forever: see examine.ts. */
const patience = 180_000;
const stories = new Map<string, (app: Session) => Promise<(name: string) => void>>();

/** Fails if the examination of this name in this check file does. All of a file run once, in one process. */
export async function examined(app: Session, file: string, name: string): Promise<void> {
  if (!stories.has(file)) stories.set(file, (session) => runAll(session, file));
  (await app.once(stories.get(file)!))(name);
}

async function runAll(app: Session, file: string): Promise<(name: string) => void> {
  const { code, stdout, stderr } = await app.run({ program, words: [file], patience });
  const lines = stdout.split('\n').filter((line) => line.startsWith(mark));
  const reports = lines.map((line) => JSON.parse(line.slice(mark.length)) as Report);
  return (name) => {
    if (reports.some((report) => 'passed' in report && report.passed === name)) return;
    const failed = reports.find((report) => 'failed' in report && report.failed === name);
    if (failed === undefined || !('parts' in failed)) throw new CheckFailure(whyUnfinished());
    const { parts, about } = failed;
    throw about === undefined ? new CheckFailure(parts) : new StartFailure(parts, parts, about);

    function whyUnfinished(): FailureParts {
      const last = reports.findLast((report) => 'begun' in report);
      const culprit = last !== undefined && 'begun' in last ? last.begun : name;
      const output = startupOutput(stderr);
      if (culprit !== name)
        return { problem: `This check did not run, because "${culprit}" ended the process.`, output };
      return code === undefined
        ? {
            problem: 'Your code did not come to an end.',
            cause: 'a loop that never ends, or a promise that never settles.',
          }
        : { problem: 'Your code ended the process.', output, cause: startupCause(stderr) };
    }
  };
}
