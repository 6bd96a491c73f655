import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TracedAnswer } from '../../framework/trace/step.ts';
import type { TracedStep, TraceEvent } from '../workshop/xray/trace-event.ts';
import { milliseconds } from '../workshop/xray/words.ts';
import { summaryOf } from './x-ray-summary.ts';
import { traceView } from './x-ray-view.ts';

const step = (kind: TracedStep['kind'], name: string, outcome?: TracedStep['outcome'], note?: string): TracedStep => ({
  ...{ kind, name, depth: 0, at: 0, ms: 1 },
  ...(outcome && { outcome }),
  ...(note && { note }),
});
const error = (message: string) => ({ headers: {}, body: JSON.stringify({ error: message }) });
const route = { path: '/posts', kind: 'exact', cached: false, params: {}, handler: 'PostsController.create' } as const;
const trace = (parts: Partial<TraceEvent>): TraceEvent => ({
  ...{ id: 1, startedAt: '', method: 'POST', path: '/posts', status: 200, ms: 1, steps: [] },
  ...{ request: { query: {}, headers: {} }, tried: { routes: [], others: 0 }, resolution: route },
  ...parts,
});

const stream = (bytes: number, outcome?: NonNullable<TracedAnswer['stream']>['outcome']): TracedAnswer => ({
  headers: {},
  stream: { at: 1, bytes, ...(outcome && { outcome }) },
});

const cases: [sentence: string, trace: TraceEvent][] = [
  [
    'Stopped by BearerAuth: Missing authorization. The request has no Authorization header.',
    trace({
      status: 401,
      steps: [step('middleware', 'BearerAuth', 'stopped')],
      answer: error('Missing authorization'),
    }),
  ],
  [
    'Stopped by BearerAuth: Invalid token.',
    trace({
      ...{ status: 401, steps: [step('middleware', 'BearerAuth', 'stopped')], answer: error('Invalid token') },
      request: { query: {}, headers: { authorization: 'Bearer •••' } },
    }),
  ],
  [
    'Stopped by BearerAuth: Invalid token. The token expired at 2026-01-02 03:04:05 UTC.',
    trace({
      ...{ status: 401, steps: [step('middleware', 'BearerAuth', 'stopped')], answer: error('Invalid token') },
      request: { query: {}, headers: { authorization: 'Bearer •••' } },
      token: 'The token expired at 2026-01-02 03:04:05 UTC.',
    }),
  ],
  [
    'CreatePostDTO refused the body: title is required.',
    trace({
      status: 400,
      steps: [step('handler', 'A.b', 'threw'), step('bind', 'CreatePostDTO', 'refused', 'title is required')],
    }),
  ],
  [
    'PostsController.update failed: record not found.',
    trace({ status: 500, error: 'record not found', steps: [step('handler', 'PostsController.update', 'threw')] }),
  ],
  [
    'UploadController.store threw: The client closed the connection.',
    trace({
      ...{ status: 400, error: 'The client closed the connection.' },
      steps: [step('handler', 'UploadController.store', 'threw')],
    }),
  ],
  [
    'CreatePostDTO refused the body: The body is not JSON.',
    trace({ status: 400, steps: [step('bind', 'CreatePostDTO', 'refused', 'The body is not JSON.')] }),
  ],
  ['PostsController.create responded with 201 Created.', trace({ status: 201 })],
  [
    'PostsController.create responded with 404 Not Found: Post not found.',
    trace({ status: 404, answer: error('Post not found') }),
  ],
  ['No route matches POST /nope.', trace({ path: '/nope', status: 404, resolution: undefined })],
  [
    'No route matches POST /posts. This path has routes for GET, HEAD.',
    trace({ status: 404, resolution: undefined, answer: { headers: { allow: 'GET, HEAD' } } }),
  ],
  ['The path is malformed, so no route was looked for.', trace({ status: 400, resolution: undefined })],
  [
    'PostsController.create had not finished when the response was sent. An await or a return is missing.',
    trace({ status: 204, steps: [step('handler', 'PostsController.create')] }),
  ],
  ['The client left before the response was sent.', trace({ status: 0 })],
  [
    'The client left before it had sent the whole body.',
    trace({
      ...{ status: 400, error: 'The client disconnected before its request was complete.' },
      request: { query: {}, headers: {}, isCut: true },
      steps: [step('bind', 'CreatePostDTO', 'threw', 'The client disconnected before its request was complete.')],
    }),
  ],
  ['PostsController.create is sending a stream: 3.4 kB so far.', trace({ isRunning: true, answer: stream(3_400) })],
  ['PostsController.create sent a stream of 12 bytes.', trace({ answer: stream(12, 'complete') })],
  ['The client left after 1.2 MB of the stream.', trace({ answer: stream(1_200_000, 'client left') })],
  [
    'PostsController.create failed halfway: the disk is gone. The client had the status 200 and 1 byte by then.',
    trace({ error: 'the disk is gone.', answer: stream(1, 'failed halfway') }),
  ],
  ['BearerAuth is running.', trace({ status: 0, isRunning: true, steps: [step('middleware', 'BearerAuth')] })],
];
for (const [sentence, event] of cases) test(sentence, () => assert.equal(summaryOf(event).text, sentence));

test('a duration is in seconds from one second on', () => {
  assert.deepEqual([0.04, 9.9, 10.4, 999.4, 999.6, 10_640, 59_960, 125_000].map(milliseconds), [
    ...['0.0 ms', '9.9 ms', '10 ms', '999 ms', '1.0 s', '10.6 s', '1 min 0 s', '2 min 5 s'],
  ]);
});

test('what did not end well is never green, whatever its status', () => {
  const look = (event: TraceEvent) =>
    /<article class="trip is-(\w+)"/.exec(String(traceView({ ...event, key: '1' }, undefined)))?.[1];
  assert.equal(look(trace({})), 'good');
  assert.equal(look(trace({ answer: stream(1, 'complete') })), 'good');
  assert.equal(look(trace({ answer: stream(1, 'failed halfway') })), 'bad');
  assert.equal(look(trace({ answer: stream(1, 'client left') })), 'warn');
  assert.equal(look(trace({ status: 0 })), 'warn');
  assert.equal(look(trace({ isRunning: true })), 'open');
});

test('the way of a request in one line: the layer that stopped it is marked, and what was not reached is dashed', () => {
  const stopped = trace({
    status: 401,
    steps: [step('middleware', 'Cors', 'continued'), step('middleware', 'BearerAuth', 'stopped')],
    answer: error('Missing authorization'),
  });
  const way = (event: TraceEvent) => {
    const list =
      /<ol class="way"[^>]*>([\s\S]*?)<\/ol>/.exec(traceView({ ...event, key: '1' }, undefined).toString())?.[1] ?? '';
    return [...list.matchAll(/<li class="([^"]*)"><span>([^<]*)</g)].map(([, looks, label]) => `${label} (${looks})`);
  };
  assert.deepEqual(way(stopped), [
    '/posts (is-router)',
    'Cors (is-middleware)',
    'BearerAuth (is-middleware is-end)',
    'PostsController.create (is-handler is-ghost)',
    '401 (is-refusal)',
  ]);
  const handled = trace({ status: 201, steps: [step('handler', 'PostsController.create', 'returned')] });
  assert.deepEqual(way(handled), ['/posts (is-router)', 'PostsController.create (is-handler)', '201 (is-response)']);
  assert.deepEqual(way({ ...trace({ status: 404 }), resolution: undefined }), [
    'no route (is-router is-end)',
    '404 (is-refusal)',
  ]);
  // A response that needs no route is no failure.
  const options = { ...trace({ method: 'OPTIONS', status: 204 }), resolution: undefined };
  assert.deepEqual(way(options), ['no route (is-router)', '204 (is-response)']);
  assert.match(traceView({ ...options, key: '1' }, undefined).toString(), /<h3>Router<\/h3><p class="soft">No route; /);
});
