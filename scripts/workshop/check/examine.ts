import { writeSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { crashIn } from '../run/crash.ts';
import { startupCause, startupOutput } from '../run/startup-cause.ts';
import { collectChecks } from './collector.ts';
import { type CountBlocks, type Load, mark, type Report } from './examination.ts';
import { CheckFailure, StartFailure } from './failure.ts';
import type { FailureParts } from './failure-parts.ts';
import { NativeWork } from './native-work.ts';

/* Runs the examinations of a check file, in a process that the learner's code may end or block. See examination.ts. */

const folder = process.env.TRELLIS_SRC!;
const src = pathToFileURL(join(folder, '/')).href;

// Before the first import: V8 counts the blocks of a function only if it was compiled after this.
const inspector = new Session();
inspector.connect();
await inspector.post('Profiler.enable');
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const native = new NativeWork();

const blocks: CountBlocks = async () => {
  const items = native.take();
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => url.startsWith(src)).flatMap((script) => script.functions);
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, items);
};

/**
 * On a thread of its own, because the learner's code may block this one. It counts processor time, and not seconds: on a busy
 * machine, a process that has done nothing yet may be a minute old.
 */
const watchdog = `
  let used = 0;
  let idle = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1e6;
    idle = now - used < 0.005 ? idle + 1 : 0;
    used = now;
    if (used > 10 || idle > 10) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;
new Worker(watchdog, { eval: true, execArgv: [] }).unref();

const load: Load = async (file) => {
  try {
    return await import(new URL(file, src).href);
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const { message = `${file} can't be imported: ${output}`, place, about = [] } = crashIn(output, folder) ?? {};
    const parts = { problem: message, place, cause: startupCause(output) };
    throw new StartFailure(parts, parts, about);
  }
};

for (const { name, examine } of await collectChecks(process.argv[2]!)) {
  if (examine === undefined) continue;
  report({ begun: name });
  try {
    await examine(load, blocks);
    report({ passed: name });
  } catch (error) {
    report({ failed: name, parts: partsOf(error), ...(error instanceof StartFailure && { about: error.about }) });
  } finally {
    native.end();
  }
}
// Servers and timers that the learner's code has left open must not keep us waiting.
process.exit(0);

function report(line: Report): void {
  // Its own line, and synchronously on every system: the next examination may block the event loop for good.
  writeSync(process.stdout.fd, `\n${mark}${JSON.stringify(line)}\n`);
}

function partsOf(error: unknown): FailureParts {
  if (error instanceof CheckFailure) return error.parts;
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    problem: `Your code throws an error: ${error instanceof Error ? error.message : error}`,
    output: startupOutput(output),
  };
}
