import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { drawTrace } from '../trace-lines.ts';
import { spentBy, withGaps } from './gaps.ts';
import type { TracedStep, TraceEvent } from './trace-event.ts';

const step = (kind: TracedStep['kind'], depth: number, at: number, ms: number): TracedStep => ({
  ...{ kind, name: `${kind}${depth}`, depth, at, ms },
  ...(kind !== 'query' && { outcome: 'returned' as const }),
});
const trace = (parts: Partial<TraceEvent>): TraceEvent => ({
  ...{ id: 1, startedAt: '', method: 'POST', path: '/posts', status: 200, ms: 100, steps: [] },
  ...{ request: { query: {}, headers: {} }, tried: { routes: [], others: 0 } },
  resolution: { path: '/posts', kind: 'exact', cached: false, params: {}, handler: 'A.b' },
  ...parts,
});
/** A handler with two queries: 10 ms before the first, 50 between them, 20 after the second. */
const busy = trace({
  steps: [step('handler', 0, 0, 100), step('query', 1, 10, 10), step('query', 1, 70, 10)],
  activity: [
    { at: 0, ms: 20, what: 'running' },
    { at: 20, ms: 45, what: 'thread', of: 'bcrypt-pool.ts' },
    { at: 65, ms: 35, what: 'running' },
  ],
});
const shown = (event: TraceEvent) =>
  withGaps(event).map((each) =>
    each.kind === 'gap' ? each.parts.map(({ what, ms }) => `${what} ${Math.round(ms)}`).join(', ') : each.name,
  );

test('between the steps of a layer, the waterfall shows what the layer was doing, the longest first', () => {
  assert.deepEqual(shown(busy), ['handler0', 'running 10', 'query1', 'thread 45, running 5', 'query1', 'running 20']);
});

test('in a middleware, what is further in does not count', () => {
  const steps = [step('middleware', 0, 0, 100), step('handler', 1, 40, 40), step('query', 2, 50, 30)];
  const activity = [
    { at: 0, ms: 60, what: 'running' as const },
    { at: 60, ms: 40, what: 'timer' as const },
  ];
  assert.deepEqual(shown(trace({ steps, activity })), [
    ...['middleware0', 'running 40', 'handler1', 'running 10', 'query2', 'timer 20'],
  ]);
});

test('steps that overlap are counted once', () => {
  const steps = [step('handler', 0, 0, 100), step('query', 1, 10, 50), step('query', 1, 20, 80)];
  assert.deepEqual(shown(trace({ steps, activity: [{ at: 0, ms: 100, what: 'running' }] })), [
    ...['handler0', 'running 10', 'query1', 'query1'],
  ]);
});

test('a gap that is not news has no line, and nothing is said about time that nobody has noted', () => {
  const steps = [step('handler', 0, 0, 100), step('query', 1, 1.5, 98)];
  assert.deepEqual(shown(trace({ steps, activity: [{ at: 0, ms: 100, what: 'running' }] })), ['handler0', 'query1']);
  assert.deepEqual(shown({ ...busy, activity: [] }), ['handler0', 'query1', 'query1']);
});

test('the whole request: queries and everything else', () => {
  assert.deepEqual(
    spentBy(busy).map(({ what, ms }) => [what, Math.round(ms)]),
    [
      ['thread', 45],
      ['running', 35],
      ['query', 20],
    ],
  );
});

test('no request has spent more time than it took, although its last activity goes on after the response', () => {
  const spent = (event: TraceEvent) => spentBy(event).map(({ what, ms }) => [what, ms]);
  const activity = [{ at: 0, ms: 9.6, what: 'running' as const }];
  assert.deepEqual(spent(trace({ status: 404, ms: 0.4, activity })), [['running', 0.4]]);
  const stream = { at: 2, bytes: 3_400, outcome: 'complete' as const };
  assert.deepEqual(spent(trace({ ms: 50, activity, answer: { headers: {}, stream } })), [['running', 2]]);
  assert.deepEqual(spent(trace({ ms: 5, activity, steps: [step('query', 0, 1, 8)] })), [
    ['query', 4],
    ['running', 1],
  ]);
  const late = [step('query', 0, 6, 2), step('query', 0, 9, 2)];
  assert.deepEqual(spent(trace({ ms: 5, activity, steps: late })), [['running', 5]]);
});

test('the terminal says the same in the same words', () => {
  const lines = (event: TraceEvent) => stripVTControlCharacters(drawTrace(event)).split('\n');
  assert.ok(
    lines(busy).includes('    waiting for a worker thread of bcrypt-pool.ts 50 ms, 5.0 ms of it running JavaScript'),
    lines(busy).join('\n'),
  );
  const stream = { at: 1, bytes: 3_400 };
  const ends: [end: string, event: Partial<TraceEvent>][] = [
    ['← client left 10.6 s', { status: 0, ms: 10_640 }],
    ['← 200 100 ms a stream of 3.4 kB', { answer: { headers: {}, stream: { ...stream, outcome: 'complete' } } }],
    [
      '← 200 failed halfway 100 ms a stream of 3.4 kB  the disk is gone',
      { error: 'the disk is gone', answer: { headers: {}, stream: { ...stream, outcome: 'failed halfway' } } },
    ],
    [
      '← 200 client left 100 ms a stream of 3.4 kB',
      { answer: { headers: {}, stream: { ...stream, outcome: 'client left' } } },
    ],
    ['← running 100 ms', { status: 0, isRunning: true }],
  ];
  for (const [end, event] of ends) assert.equal(lines(trace(event)).at(-1), end);
});
