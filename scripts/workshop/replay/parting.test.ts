import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceEvent } from '../trace-lines.ts';
import { partingOf } from './parting.ts';
import type { Outcome } from './playback.ts';
import { tripOf } from './stations.ts';

/** A trip in short: the route, its steps as `depth kind name outcome`, and the status. */
interface Sketch {
  readonly route?: string;
  readonly steps?: readonly string[];
  readonly status: number;
  readonly error?: string;
  readonly note?: string;
  readonly problem?: string;
}

const guarded = ['0 middleware BearerAuth continued', '1 set user_id', '1 handler Posts.create returned'];
const route = '/posts';

/** The learner's trip, the solution's, and where they part: the lines that are marked, and the sentence. */
const cases: { name: string; mine: Sketch; solution: Sketch; marks?: [string, string]; says?: string }[] = [
  {
    name: 'two trips that are the same',
    mine: { route, steps: guarded, status: 201 },
    solution: { route, steps: guarded, status: 201 },
  },
  {
    name: 'a guard that goes on instead of stopping',
    mine: { route, steps: guarded, status: 201 },
    solution: { route, steps: ['0 middleware BearerAuth stopped'], status: 401 },
    marks: ['  middleware BearerAuth continued', '  middleware BearerAuth stopped'],
    says: 'The solution stops in BearerAuth with 401; yours goes on to Posts.create.',
  },
  {
    name: 'a guard that is missing',
    mine: { route, steps: ['0 handler Posts.create returned'], status: 201 },
    solution: { route, steps: ['0 middleware BearerAuth stopped'], status: 401 },
    marks: ['  handler Posts.create returned', '  middleware BearerAuth stopped'],
    says: 'The solution goes on to BearerAuth, which stops with 401; yours goes on to Posts.create.',
  },
  {
    name: 'no route',
    mine: { status: 404, steps: ['0 handler no route threw'] },
    solution: { route: '/posts/:id', steps: ['0 handler Posts.show returned'], status: 200 },
    marks: ['  no route matches', '  route /posts/:id (pattern)'],
    says: 'The solution takes the route /posts/:id; yours finds no route.',
  },
  {
    name: 'another route',
    mine: { route: '/posts/:id', steps: ['0 handler Posts.show returned'], status: 200 },
    solution: { route: '/posts/drafts', steps: ['0 handler Posts.drafts returned'], status: 200 },
    marks: ['  route /posts/:id (pattern)', '  route /posts/drafts (exact)'],
    says: 'The solution takes the route /posts/drafts; yours takes the route /posts/:id.',
  },
  {
    name: 'the name of a parameter is the learner’s own',
    mine: { route: '/posts/:post', steps: ['0 handler Posts.show returned'], status: 200 },
    solution: { route: '/posts/:id', steps: ['0 handler Posts.show returned'], status: 200 },
  },
  {
    name: 'a body that is refused',
    mine: { route, steps: ['0 handler Posts.create returned', '1 bind CreatePost accepted'], status: 201 },
    solution: {
      route,
      steps: ['0 handler Posts.create threw', '1 bind CreatePost refused'],
      status: 400,
      note: 'title: too long.',
    },
    marks: ['    bind CreatePost accepted', '    bind CreatePost refused'],
    says: 'The solution refuses the body: title: too long; yours accepts the body as CreatePost.',
  },
  {
    name: 'a body that one of them never looks at',
    mine: { route, steps: ['0 handler Posts.create returned'], status: 201 },
    solution: {
      route,
      steps: ['0 handler Posts.create threw', '1 bind CreatePost refused'],
      status: 400,
    },
    marks: ['  handler Posts.create returned', '    bind CreatePost refused'],
    says: 'The solution refuses the body; yours returns from Posts.create.',
  },
  {
    name: 'another key in the context',
    mine: { route, steps: ['0 middleware BearerAuth continued', '1 set userId', '1 set email'], status: 201 },
    solution: { route, steps: ['0 middleware BearerAuth continued', '1 set email', '1 set user_id'], status: 201 },
    marks: ['    set userId', '    set user_id'],
    says: 'The solution puts user_id into the context; yours puts userId into the context.',
  },
  {
    name: 'the order in which two values are put into the context makes no difference',
    mine: { route, steps: ['0 middleware BearerAuth continued', '1 set a', '1 set b'], status: 200 },
    solution: { route, steps: ['0 middleware BearerAuth continued', '1 set b', '1 set a'], status: 200 },
  },
  {
    name: 'a handler that throws, behind a guard that lets the error pass',
    mine: {
      route,
      steps: ['0 middleware BearerAuth passed on', '1 set user_id', '1 handler Posts.create threw'],
      status: 500,
      error: 'no such table: posts',
    },
    solution: { route, steps: guarded, status: 201 },
    marks: ['    handler Posts.create threw', '    handler Posts.create returned'],
    says: 'The solution returns from Posts.create; yours throws in Posts.create: no such table: posts.',
  },
  {
    name: 'an error that is thrown and one that is returned are the same answer',
    mine: { route, steps: ['0 handler Posts.show returned'], status: 404 },
    solution: { route, steps: ['0 handler Posts.show threw'], status: 404, error: 'Post not found' },
  },
  {
    name: 'another status',
    mine: { route, steps: ['0 handler Posts.create returned'], status: 200 },
    solution: { route, steps: ['0 handler Posts.create returned'], status: 201 },
    marks: ['← 200', '← 201'],
    says: 'The solution answers 201; yours answers 200.',
  },
  {
    name: 'an answer that is lost on the way out',
    mine: { route, steps: guarded, status: 204, note: 'It called next() and did not return the result.' },
    solution: { route, steps: guarded, status: 201 },
    marks: ['  middleware BearerAuth continued', '  middleware BearerAuth continued'],
    says: 'The solution comes back through BearerAuth; yours loses the answer in BearerAuth, which does not return what next() gives.',
  },
  {
    name: 'a middleware under another name is the same middleware, and the real difference is found behind it',
    mine: { route, steps: ['0 middleware Guard continued', '1 handler Posts.create returned'], status: 200 },
    solution: { route, steps: ['0 middleware BearerAuth continued', '1 handler Posts.create returned'], status: 201 },
    marks: ['← 200', '← 201'],
    says: 'The solution answers 201; yours answers 200.',
  },
  {
    name: 'middlewares in another order',
    mine: { route, steps: ['0 middleware Limit continued', '1 middleware Auth stopped'], status: 401 },
    solution: { route, steps: ['0 middleware Auth continued', '1 middleware Limit stopped'], status: 401 },
    marks: ['  middleware Limit continued', '  middleware Auth continued'],
    says: 'The solution goes on to Auth; yours goes on to Limit.',
  },
  {
    name: 'another handler, where nothing else is different',
    mine: { route, steps: ['0 handler Posts.all returned'], status: 200 },
    solution: { route, steps: ['0 handler Posts.mine returned'], status: 200 },
    marks: ['  handler Posts.all returned', '  handler Posts.mine returned'],
    says: 'The solution goes on to Posts.mine; yours goes on to Posts.all.',
  },
  {
    name: 'queries are the learner’s own',
    mine: {
      route,
      steps: ['0 handler Posts.all returned', '1 query select id from posts', '1 query select 1'],
      status: 200,
    },
    solution: { route, steps: ['0 handler Posts.all returned', '1 query select * from posts'], status: 200 },
  },
  {
    name: 'no answer',
    mine: { status: 0, problem: 'no answer within 5 seconds' },
    solution: { route, steps: guarded, status: 201 },
    marks: ['← nothing: no answer within 5 seconds', '← 201'],
    says: 'The solution answers 201; yours gives no answer: no answer within 5 seconds.',
  },
];

describe('two trips part where', () => {
  for (const { name, mine, solution, marks, says } of cases) {
    it(name, () => {
      const [left, right] = [tripOf(outcomeOf(mine)), tripOf(outcomeOf(solution))];
      const parting = partingOf(left, right);
      assert.equal(parting?.sentence, says);
      const marked = parting && [left.stations[parting.mine]?.text, right.stations[parting.solution]?.text];
      assert.deepEqual(marked, marks);
    });
  }
});

function outcomeOf({ route, steps, status, error, note, problem }: Sketch): Outcome {
  const outcome: Outcome = {
    request: { method: 'GET', path: '/posts', headers: {} },
    status,
    headers: new Headers(),
    content: '',
    problem,
  };
  if (steps === undefined) return outcome;
  const kind = route?.includes(':') ? 'pattern' : 'exact';
  const trace = {
    method: 'GET',
    path: '/posts',
    resolution: route && { path: route, kind, cached: false, params: {}, handler: '' },
    steps: steps.map((text) => {
      const [, depth, kind, name, outcome] =
        /^(\d) (\w+) (.+?)(?: (continued|stopped|returned|threw|accepted|refused|passed on))?$/.exec(text)!;
      const isNoted = note !== undefined && (outcome === 'refused' || kind === 'middleware');
      return { kind, name, depth: Number(depth), at: 0, ms: 0, outcome, note: isNoted ? note : undefined };
    }),
    status,
    ms: 0,
    error,
  };
  return { ...outcome, trace: trace as unknown as TraceEvent };
}
