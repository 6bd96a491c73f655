// The process that runs the tests of a learner against one program after another. The workshop sends the next file, and
// receives what became of its tests: see `grader.ts`.
import { AssertionError } from 'node:assert';
import { subscribe } from 'node:diagnostics_channel';
import { beforeEach, describe, mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify, types } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { registerTests } from './test-api.mjs';

// SQLite is WebAssembly: optimizing it takes longer than everything the tests do with it.
setFlagsFromString('--liftoff-only');
process.setSourceMapsEnabled(true);

// By the source of a function, tests could tell programs apart.
const sourceOf = Function.prototype.toString;
Function.prototype.toString = function () {
  const source = sourceOf.call(this);
  return source.endsWith('{ [native code] }') ? source : `function ${this.name}() { … }`;
};

// The event loop is also idle while a busy machine does something else. Only a wait that a timer ends is a sleep.
globalThis.setTimeout = countingSleep(globalThis.setTimeout);
// A server that stops looks at its connections every few milliseconds, which is not a sleep.
globalThis.setInterval = countingSleep(globalThis.setInterval, 100);
const { wait } = Atomics;
Atomics.wait = (...args) => {
  const start = performance.now();
  const result = wait(...args);
  if (current) current.blocked += performance.now() - start;
  return result;
};

/** How long servers may take to close after the tests. */
const patience = 1_000;

/** How long nothing may happen in a test. A slow machine is never idle, so this says nothing about its speed. */
const mostIdle = 4_000;

let current;

subscribe('workshop:test-events', (event) => onEvent(event));
subscribe('workshop:exit', () => {
  if (current) current.report.calledExit = true;
});
process.on('uncaughtExceptionMonitor', (error, origin) => origin === 'uncaughtException' && onStray(error));
process.on('unhandledRejection', onStray);
process.on('message', (message) => void run(message));
process.on('disconnect', () => process.exit());
tell({ type: 'ready' });

async function run({ url, isReversed, stopsAtFailure }) {
  const servers = openServers();
  const idleBefore = performance.eventLoopUtilization().idle;
  const watchdog = watchForSilence();
  const report = { tests: 0, failures: [], strays: [], calledExit: false, idle: 0, openServers: 0 };
  await new Promise((end) => {
    current = { name: url, report, thrown: [], strays: [], slept: 0, blocked: 0, end };
    describe(url, async () => {
      // The reporter is told too late: a test that blocks the event loop would stay unknown.
      beforeEach(({ name }) => tell({ type: 'running', test: name }));
      await registerTests(url, isReversed, () => stopsAtFailure && report.failures.length > 0);
    });
  });
  clearInterval(watchdog);
  report.idle = Math.min(performance.eventLoopUtilization().idle - idleBefore, current.slept) + current.blocked;
  mock.reset();
  // An assertion that nobody awaited may fail only now.
  await delay(1);
  for (const deadline = performance.now() + patience; openServers() > servers && performance.now() < deadline; )
    await delay(5);
  report.openServers = Math.max(0, openServers() - servers);
  report.strays = current.strays.filter((error) => !current.thrown.includes(error)).map(describeError);
  current = undefined;
  tell({ type: 'report', report });
}

/**
 * `setTimeout` or `setInterval`, but it adds up the delays of the timers that fire in the run that has started them. Nobody waits for a timer
 * that doesn't keep the process alive, such as those of `fetch`.
 */
function countingSleep(start, shortest = 0) {
  const counting = (callback, delay, ...args) => {
    const run = current;
    const fire = (...values) => {
      if (run !== undefined && timer.hasRef() && delay >= shortest) run.slept += Number(delay) || 0;
      return callback(...values);
    };
    const timer = start(fire, delay, ...args);
    return timer;
  };
  counting[promisify.custom] = (delay, value) => new Promise((resolve) => counting(resolve, delay, value));
  return counting;
}

/** Tells the workshop when the event loop was idle for too long: the test waits for something that never happens. */
function watchForSilence() {
  let [start, before] = [performance.now(), performance.eventLoopUtilization()];
  return setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization > 0.05) [start, before] = [performance.now(), performance.eventLoopUtilization()];
    else if (performance.now() - start > mostIdle) tell({ type: 'silent' });
  }, 250);
}

function onEvent({ type, data }) {
  if (current === undefined) return;
  if (type !== 'test:pass' && type !== 'test:fail') return;
  const { report } = current;
  const isFile = data.nesting === 0 && data.name === current.name;
  const isSuite = data.details?.type === 'suite';
  const isSet = (mark) => mark !== undefined && mark !== false;
  const error = data.details?.error;
  if (!isSuite && !isFile && !isSet(data.skip) && !isSet(data.todo)) report.tests++;
  if (type === 'test:fail' && !isSet(data.todo) && error?.failureType !== 'subtestsFailed') {
    const thrown = error?.cause ?? error;
    current.thrown.push(thrown);
    report.failures.push({ test: isFile ? undefined : data.name, type: error?.failureType, ...describeError(thrown) });
  }
  if (isFile) current.end();
}

function onStray(error) {
  current?.strays.push(error);
}

function describeError(error) {
  if (!types.isNativeError(error)) return { message: String(error) };
  const place = (error.stack ?? '').split('\n').find((line) => /[\\/]tests[\\/][^\\/]+\.ts:\d+/.test(line));
  const [, file, line] = /([^\\/]+\.ts):(\d+):\d+\)?$/.exec(place ?? '') ?? [];
  const message = error instanceof AssertionError ? assertionMessage(error) : `${error.name}: ${error.message}`;
  return { message, ...(file && { place: `${file}:${line}` }) };
}

/** An assertion with a message of its own hides what was compared. */
function assertionMessage({ message, generatedMessage, actual, expected, operator }) {
  if (generatedMessage || !['strictEqual', 'deepStrictEqual'].includes(operator)) return message;
  return `${message}\n${new AssertionError({ actual, expected, operator }).message}`;
}

function openServers() {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap' || name === 'PipeWrap').length;
}

function tell(message) {
  if (process.connected) process.send(message);
}
