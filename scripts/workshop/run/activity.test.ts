import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { programOf, testFolder, writeProgram } from '../test-folder.fixture.ts';
import type { Span, TraceEvent } from '../xray/trace-event.ts';
import { Program } from './program.ts';

const imports = `
import { once } from 'node:events';
import { scrypt } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
const hash = promisify(scrypt) as (...args: unknown[]) => Promise<unknown>;
const thread = "const { parentPort } = require('worker_threads'); setTimeout(() => parentPort.postMessage(1), 100)";
let release = () => {};
async function* pieces() { yield 'one'; await wait(1_000); yield 'two'; }`;
const routes = {
  timer: `await wait(100)`,
  running: `const end = performance.now() + 100; while (performance.now() < end);`,
  pool: `await hash('word', 'salt', 64, { N: 2 ** 15, maxmem: 2 ** 30 })`,
  thread: `await once(new Worker(thread, { eval: true, execArgv: [] }), 'message')`,
  network: `await (await fetch(process.env.OTHER!)).text()`,
  client: `await ctx.request.body()`,
  request: `await new Promise<void>((resolve) => { release = resolve; })`,
  release: `release()`,
  many: `for (let count = 0; count < 700; count++) await wait(1)`,
};

describe('what a request was doing', () => {
  const folder = testFolder();
  const other = createServer((_, response) => setTimeout(() => response.end('late'), 100));
  let program: Program;
  let url: string;
  let running: TraceEvent[][] = [];
  before(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const listed = Object.entries(routes).map(
      ([name, code]) =>
        `{ method: 'POST' as const, path: '/${name}', handler: async (ctx: any) => { ${code}; return 'done'; } }`,
    );
    const stream = `{ method: 'GET' as const, path: '/stream', handler: (ctx: any) => ctx.stream(Readable.from(pieces())) }`;
    program = new Program({
      src: writeProgram(join(folder.path, 'activity'), programOf([...listed, stream].join(), imports)),
      env: {
        ...{ PORT: '0', TRELLIS_TRACE: '1', TRELLIS_RUNNING: '1' },
        OTHER: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
      },
      onRunning: (traces) => running.push(traces),
    });
    url = (await program.listening()).url.replace('localhost', '127.0.0.1');
  });
  after(async () => {
    await program.kill();
    other.close();
    other.closeAllConnections();
    folder.remove();
  });

  const traceOf = (path: string) => program.nextTrace((trace) => trace.path === path);
  const post = (path: string) => fetch(url + path, { method: 'POST' });
  const spent = ({ activity = [] }: TraceEvent, what: Span['what']) =>
    activity.filter((span) => span.what === what).reduce((sum, { ms }) => sum + ms, 0);

  for (const what of ['timer', 'running', 'pool', 'thread', 'network'] as const) {
    test(what, async () => {
      const [trace] = await Promise.all([traceOf(`/${what}`), post(`/${what}`)]);
      // Calling something for the first time may take longer than what it waits for.
      const spans = trace.activity?.filter((span) => what === 'running' || span.what !== 'running') ?? [];
      const longest = spans.toSorted((one, two) => two.ms - one.ms)[0];
      assert.equal(longest?.what, what, JSON.stringify(trace.activity));
      // On a busy machine, the program waits for a processor as well, and that counts as running.
      const waited = spent(trace, what) + (what === 'running' ? 0 : spent(trace, 'running'));
      assert.ok(waited > (what === 'pool' ? 20 : 80), JSON.stringify(trace.activity));
      const of: Partial<Record<Span['what'], string>> = { pool: 'scrypt', thread: 'main.ts' };
      assert.ok(spans.some((span) => span.of === of[what]));
    });
  }

  test('spans follow each other, and are no longer than the request', async () => {
    const [{ activity = [], ms }] = await Promise.all([traceOf('/timer'), post('/timer')]);
    let end = 0;
    for (const span of activity) {
      assert.ok(span.at >= end - 0.001, JSON.stringify(activity));
      end = span.at + span.ms;
    }
    assert.ok(end <= ms + 1 && end > ms / 2, JSON.stringify({ activity, ms }));
  });

  test('the rest of the request', async () => {
    const traced = traceOf('/client');
    const sent = request(`${url}/client`, { method: 'POST', headers: { 'content-length': '2' } });
    sent.on('response', (response) => response.resume());
    sent.write('1');
    setTimeout(() => sent.end('2'), 150);
    assert.ok(spent(await traced, 'client') > 80);
  });

  test('another request', async () => {
    const traced = traceOf('/request');
    const waiting = post('/request');
    setTimeout(() => void post('/release'), 150);
    await waiting;
    const trace = await traced;
    assert.ok(spent(trace, 'request') > 50, JSON.stringify(trace.activity));
  });

  test('what one request runs is not charged to another that waits', async () => {
    const [trace] = await Promise.all([traceOf('/timer'), post('/timer'), post('/running')]);
    assert.ok(spent(trace, 'timer') > spent(trace, 'running'), JSON.stringify(trace.activity));
  });

  test('however often it waits, a trace has few spans, and the sums are right', async () => {
    const [trace] = await Promise.all([traceOf('/many'), post('/many')]);
    assert.ok(trace.activity!.length <= 301);
    assert.ok(spent(trace, 'timer') > trace.ms / 2, JSON.stringify(trace.activity));
    const sum = trace.activity!.reduce((all, { ms }) => all + ms, 0);
    assert.ok(Math.abs(sum - trace.ms) < trace.ms / 10, `${sum} of ${trace.ms}`);
  });

  test('requests that take a while and streams are reported as they run, and then no more', async () => {
    running = [];
    const traced = traceOf('/stream');
    const response = await fetch(`${url}/stream`);
    await response.text();
    const { answer } = await traced;
    assert.deepEqual([answer?.stream?.bytes, answer?.stream?.outcome], [6, 'complete']);
    while (running.at(-1)?.length !== 0) await program.nextMessage(AbortSignal.timeout(5_000));
    const [first] = running.find((traces) => traces.length > 0)!;
    assert.deepEqual([first?.path, first?.isRunning, first?.answer?.stream?.bytes], ['/stream', true, 3]);
  });
});
