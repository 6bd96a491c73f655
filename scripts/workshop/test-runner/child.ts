/**
 * One process that runs several test files, one after another: a process of its own costs half a second a file.
 * Arguments: the root folder, then the files. It talks to the runner through the messages in messages.ts.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { describeError, unwrap } from './errors.ts';
import { MESSAGES_FD, type Message, outputMark } from './messages.ts';

/** How long a file may take after its tests to let go of servers, sockets, timers and processes. */
const RELEASE_MS = 2_000;

// Taken before any test runs: a test may replace them and forget to give them back.
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

/** What node:test's reporters are told, as far as we read it. */
interface TestEvent {
  type: string;
  data: {
    name: string;
    nesting: number;
    skip?: string | boolean;
    todo?: string | boolean;
    details?: { type?: string; error?: { failureType?: string } };
  };
}

/** The file that runs now. */
interface FileRun {
  file: string;
  /** The names of the suites around the current test, by nesting. The file itself is the outermost. */
  path: string[];
  tests: number;
  failed: boolean;
  /** What the failed tests threw. */
  thrown: unknown[];
  /** Errors that reached the process, in a test or outside of every test. */
  strays: unknown[];
  /** `cancelled`: the event loop ran dry while a test still waited, so node:test has given up for good. */
  end: (cancelled: boolean) => void;
}

// SQLite is WebAssembly: optimizing it takes longer than everything the tests do with it.
setFlagsFromString('--liftoff-only');

let current: FileRun | undefined;
const [root = '', ...files] = process.argv.slice(2);

subscribe('workshop:test-events', (event) => onEvent(event as TestEvent));
process.on('uncaughtExceptionMonitor', (error, origin) => origin === 'uncaughtException' && onStray(error));
process.on('unhandledRejection', onStray);

for (const [index, file] of files.entries()) {
  const cancelled = await runFile(file, index);
  if (cancelled) break; // The runner starts a fresh process for the rest.
}
process.exit();

async function runFile(file: string, index: number): Promise<boolean> {
  process.stdout.write(outputMark(index));
  process.stderr.write(outputMark(index));
  tell({ type: 'file', file });
  const openBefore = await openResources();
  const started = now();

  const cancelled = await new Promise<boolean>((end) => {
    current = { file, path: [], tests: 0, failed: false, thrown: [], strays: [], end };
    // A suite around the file, so that a hook at its top level belongs to this file and not to all that follow.
    describe(file, async () => {
      beforeEach(({ name }) => tell({ type: 'running', test: name }));
      await import(pathToFileURL(resolve(root, file)).href);
    });
  });
  mock.reset(); // Timers that stay mocked would stop the clock for every file that follows.
  await checkLeftovers(current!, openBefore);
  current = undefined;
  tell({ type: 'ended', seconds: (now() - started) / 1000 });
  return cancelled;
}

function onEvent({ type, data }: TestEvent): void {
  if (current === undefined) return;
  if (type === 'test:start') current.path.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
  if (type !== 'test:pass' && type !== 'test:fail') return;

  const isFile = data.nesting === 0 && data.name === current.file;
  const isSuite = data.details?.type === 'suite';
  const test = isFile ? undefined : [...current.path.slice(1, data.nesting), data.name].join(' › ');
  const error = data.details?.error;

  // A suite that is skipped says nothing about the tests in it.
  if (!isSuite || isSet(data.skip)) current.tests++;
  if (test !== undefined && isSet(data.skip)) tell({ type: 'skipped', test, reason: reasonOf(data.skip) });
  else if (test !== undefined && isSet(data.todo))
    tell({ type: 'skipped', test, reason: `todo, ${reasonOf(data.todo)}` });
  else if (type === 'test:fail') onFailure(current, test, error);
  else if (test !== undefined && !isSuite) tell({ type: 'passed', test });

  if (isFile) current.end(error?.failureType === 'cancelledByParent');
}

function onFailure(run: FileRun, test: string | undefined, error: { failureType?: string } | undefined): void {
  // The parent of a failed test fails too, and a file whose tests were cancelled is cancelled: both have been reported.
  if (error?.failureType === 'subtestsFailed') return;
  if (error?.failureType === 'cancelledByParent' && test === undefined) return;
  run.thrown.push(unwrap(error));
  fail(run, describeError(error, root), test);
}

function onStray(error: unknown): void {
  if (current) current.strays.push(error);
  else tell({ type: 'failed', error: describeError(error, root) });
}

/** In a process of its own, whatever a file leaves behind would keep the process alive, or fail it. */
async function checkLeftovers(run: FileRun, openBefore: string[]): Promise<void> {
  const open = await waitForRelease(openBefore);
  if (open.length > 0) {
    fail(
      run,
      `Its tests are over, but it left open: ${open.join(', ')}. Close what it opened, in after() or t.after().`,
    );
  }
  for (const error of run.strays) {
    // An error that reached the process while a test ran has failed that test, too.
    if (!run.thrown.includes(error)) fail(run, `An error outside of every test: ${describeError(error, root)}`);
  }
  if (run.tests === 0 && !run.failed) fail(run, 'It registers no test.');
  if (process.exitCode && !run.failed) fail(run, `It left process.exitCode at ${process.exitCode}.`);
  process.exitCode = undefined;
}

async function waitForRelease(openBefore: string[]): Promise<string[]> {
  const deadline = now() + RELEASE_MS;
  for (;;) {
    const left = await openResources();
    for (const resource of openBefore) {
      const index = left.indexOf(resource);
      if (index >= 0) left.splice(index, 1);
    }
    if (left.length === 0 || now() > deadline) return left;
  }
}

/** What keeps the event loop alive. Looked at from a timer, so that our own waiting is never in the list. */
function openResources(): Promise<string[]> {
  return new Promise((resolve) => setTimeout(() => resolve(process.getActiveResourcesInfo().filter(isLasting)), 2));
}

/** Work on files ends by itself, and need not be a test's: from Node 22 on the TypeScript loader tidies its cache here. */
function isLasting(resource: string): boolean {
  return !resource.startsWith('FSReq');
}

function fail(run: FileRun, error: string, test?: string): void {
  run.failed = true;
  tell({ type: 'failed', test, error });
}

function tell(message: Message): void {
  writeFileSync(MESSAGES_FD, `${JSON.stringify(message)}\n`);
}

function isSet(mark: string | boolean | undefined): mark is string | true {
  return mark !== undefined && mark !== false;
}

function reasonOf(mark: string | true): string {
  return mark === true || mark === '' ? 'no reason given' : mark;
}
