import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';

/** One test that failed. */
export interface TestFailure {
  /** Undefined if the file itself failed, outside of its tests. */
  readonly test?: string;
  /** What node:test says about it: `testTimeoutFailure`, `hookFailed` and others. */
  readonly type?: string;
  readonly message: string;
  /** `posts.test.ts:12` */
  readonly place?: string;
}

/** What became of the tests of one file against one program. */
export interface TestRun {
  readonly tests: number;
  readonly failures: readonly TestFailure[];
  /** Errors that were thrown outside of every test, or after it had ended. */
  readonly strays: readonly Omit<TestFailure, 'test'>[];
  readonly calledExit: boolean;
  /** How long the tests sleep, in milliseconds: nothing happened, and a timer ended it. */
  readonly idle: number;
  /** Applications that nobody has stopped. */
  readonly openServers: number;
}

/** The tests never came to an end. `test` is the one that was running. */
export class TestsStuck extends Error {
  override readonly name = 'TestsStuck';
  readonly reason: 'blocked' | 'silent' | 'died';
  readonly test: string | undefined;
  readonly output: string;

  constructor(reason: TestsStuck['reason'], test: string | undefined, output: string) {
    super(reason === 'died' ? 'The process of the tests ended.' : 'The tests did not end.');
    this.reason = reason;
    this.test = test;
    this.output = output;
  }
}

type Message = { type: 'ready' | 'silent' } | { type: 'running'; test: string } | { type: 'report'; report: TestRun };

/** How long the process may show no sign of life: its event loop is blocked, or the machine is very busy. */
const usualPatience = 30_000;

export interface RunOptions {
  /** Whether the last test runs first. */
  readonly isReversed?: boolean;
  /** Whether one failure is all that matters. */
  readonly stopsAtFailure?: boolean;
}

/** A process keeps every file that it has run. */
const mostRuns = 60;

/** Those that have nothing to do. They end together with this process. */
const idle: Grader[] = [];

/** Lends a process for one run: starting one takes longer than most runs. */
export async function withGrader<T>(work: (grader: Grader) => Promise<T>): Promise<T> {
  const grader = idle.pop() ?? new Grader();
  grader.keepAlive(true);
  const result = await work(grader).catch((error) => {
    grader.end();
    throw error;
  });
  grader.keepAlive(false);
  if (grader.runs < mostRuns) idle.push(grader);
  else grader.end();
  return result;
}

/** For tests, which must leave no process behind. */
export function endGraders(): void {
  for (const grader of idle.splice(0)) grader.end();
}

/** A process that runs tests against one program after another. A process for each would take three times as long. */
class Grader {
  readonly #child: ChildProcess;
  runs = 0;
  #output = '';

  constructor() {
    const reporter = pathToFileURL(join(root, 'scripts', 'workshop', 'test-runner', 'reporter.mjs')).href;
    const { NODE_TEST_CONTEXT, NODE_OPTIONS, JWT_SECRET, REDIS_URL, ...env } = process.env;
    const args = [`--test-reporter=${reporter}`, join(import.meta.dirname, 'child.mjs')];
    this.#child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env, DATABASE_URL: 'memory:', LOG_LEVEL: 'info', NODE_ENV: 'test' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-4_000);
    });
  }

  /** Runs the tests in a file that `bundleTests` has written. Rejects with `TestsStuck` if they never end. */
  run(file: string, options: RunOptions = {}, patience = usualPatience): Promise<TestRun> {
    this.runs++;
    this.#output = '';
    return new Promise((resolve, reject) => {
      const child = this.#child;
      let test: string | undefined;
      const stuck = (reason: TestsStuck['reason']) => {
        settle();
        reject(new TestsStuck(reason, test, this.#output));
        child.kill('SIGKILL');
      };
      const block = () => stuck('blocked');
      const die = () => stuck('died');
      let timer = setTimeout(block, patience);
      const hear = (message: Message) => {
        clearTimeout(timer);
        timer = setTimeout(block, patience);
        if (message.type === 'running') test = message.test;
        if (message.type === 'silent') stuck('silent');
        if (message.type !== 'report') return;
        settle();
        resolve(message.report);
      };
      const settle = () => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', die);
      };
      child.on('message', hear).once('exit', die);
      child.send({ url: pathToFileURL(file).href, ...options }, (error) => error && die());
    });
  }

  keepAlive(isKept: boolean): void {
    const method = isKept ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
    (this.#child.stderr as { ref?(): void; unref?(): void } | null)?.[method]?.();
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
