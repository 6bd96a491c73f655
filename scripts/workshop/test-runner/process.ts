import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MESSAGES_FD, type Message, splitOutput } from './messages.ts';
import type { FileReport } from './results.ts';

/** How long a process may take to start, which says nothing about its first file. */
const START_MS = 30_000;

/** How long we read on after a test process has ended: a process that a test left behind may hold its output open. */
const OUTPUT_GRACE_MS = 500;

/** Runs the files in one process. Gives the reports of those it got to: all, unless one took the process down. */
export async function runProcess(
  files: string[],
  root: string,
  deadline: number,
  onMessage: (message: Message) => void,
): Promise<FileReport[]> {
  const child = startProcess(files, root);
  const printed = [textOf(child.stdout!), textOf(child.stderr!)];
  const run = new ProcessRun(() => child.kill('SIGKILL'), deadline);
  const told = readMessages(child.stdio[MESSAGES_FD] as Readable, (message) => {
    run.receive(message);
    onMessage(message);
  });
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  await told;
  await Promise.race([closed, delay(OUTPUT_GRACE_MS, undefined, { ref: false })]);
  for (const stream of child.stdio) stream?.destroy();

  run.end(code, signal);
  const output = printed.map((text) => text());
  if (run.reports.length === 0) {
    const ending = signal ?? `exit code ${code}`;
    throw new Error(`The test process ended before it got to ${files[0]} (${ending}).\n${output.join('')}`);
  }
  for (const [index, text] of output.flatMap(splitOutput)) {
    const report = run.reports[index];
    if (report) report.output += text;
  }
  return run.reports;
}

/** What one process has reported so far. */
class ProcessRun {
  readonly reports: FileReport[] = [];
  readonly #stop: () => void;
  readonly #deadline: number;
  #timer: NodeJS.Timeout | undefined;
  #hung = false;
  #fileEnded = false;
  #test: string | undefined;

  constructor(stop: () => void, deadline: number) {
    this.#stop = stop;
    this.#deadline = deadline;
    this.#restartClock(Math.max(deadline, START_MS));
  }

  receive(message: Message): void {
    this.#restartClock();
    switch (message.type) {
      case 'file':
        this.reports.push({ file: message.file, seconds: 0, passed: 0, failures: [], skips: [], output: '' });
        this.#fileEnded = false;
        this.#test = undefined;
        break;
      case 'running':
        this.#test = message.test;
        break;
      case 'passed':
        this.#report.passed++;
        break;
      case 'skipped':
        this.#report.skips.push({ file: this.#report.file, test: message.test, reason: message.reason });
        break;
      case 'failed':
        this.#fail(message.error, message.test);
        break;
      case 'ended':
        this.#report.seconds = message.seconds;
        this.#fileEnded = true;
    }
  }

  /** Blames the last file for an end that came too early or went wrong. */
  end(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#timer);
    if (this.reports.length === 0 || (this.#fileEnded && code === 0)) return;
    const when = this.#test === undefined ? 'before its first test' : `during or after the test "${this.#test}"`;
    if (this.#hung) this.#fail(`It hung: nothing happened for ${this.#deadline / 1000} seconds ${when}.`);
    else if (signal) this.#fail(`Its process was killed (${signal}) ${when}.`);
    else this.#fail(`Its process ended (exit code ${code}) ${when}. Something called process.exit().`);
  }

  get #report(): FileReport {
    return this.reports.at(-1)!;
  }

  #fail(error: string, test?: string): void {
    this.#report.failures.push({ file: this.#report.file, test, error });
  }

  #restartClock(milliseconds = this.#deadline): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#hung = true;
      this.#stop();
    }, milliseconds);
  }
}

function startProcess(files: string[], root: string): ChildProcess {
  const reporter = new URL('./reporter.mjs', import.meta.url).href;
  const child = fileURLToPath(new URL('./child.ts', import.meta.url));
  const env = { ...process.env };
  // Set by `node --test`, it would turn the process's report into a binary stream for a parent that isn't there.
  delete env.NODE_TEST_CONTEXT;
  return spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), `--test-reporter=${reporter}`, child, root, ...files],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
}

function textOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

/** Hands over every whole message until the process has closed its end. */
function readMessages(stream: Readable, receive: (message: Message) => void): Promise<void> {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!; // A killed process may stop in the middle of a line.
    for (const line of lines) receive(JSON.parse(line));
  });
  // A process that dies may break the pipe instead of closing it; either way nothing more will come.
  stream.on('error', () => {});
  return new Promise((resolve) => stream.on('close', resolve));
}
