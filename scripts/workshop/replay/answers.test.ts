import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differencesOf } from './answers.ts';
import type { Outcome } from './playback.ts';

const [here, there] = ['11111111-2222-4333-8444-555555555555', '99999999-2222-4333-8444-555555555555'];

/** The learner's answer, the solution's, and every difference that is shown. */
const cases: { name: string; mine: Partial<Outcome>; solution: Partial<Outcome>; shows: string[] }[] = [
  {
    name: 'ids, times and tokens that are new on every run are no difference',
    mine: json({ id: here, at: '2026-01-02T03:04:05.678Z', token: 'eyJhbGciOiJI.eyJ1c2VyX2lk.c2lnbmF0dXJl' }),
    solution: json({ id: there, at: '2026-01-02T03:04:09.000Z', token: 'eyJhbGciOiJI.eyJ1c2VyX2lkMQ.c2lnbmF0' }),
    shows: [],
  },
  {
    name: 'an id that the request had named already is one',
    mine: json({ author_id: here }, 200, here),
    solution: json({ author_id: there }, 200, here),
    shows: [`body.author_id | "${here}" | "${there}"`],
  },
  {
    name: 'the status, and each field that differs, also inside of others',
    mine: json({ user: { name: 'Anna' }, tags: ['a'] }, 200),
    solution: json({ user: { name: 'Ben' }, tags: ['a', 'b'] }, 201),
    shows: ['status | 200 | 201', 'body.user.name | "Anna" | "Ben"', 'body.tags[1] | absent | "b"'],
  },
  {
    name: 'a list instead of a record is shown whole',
    mine: json([1, 2]),
    solution: json({ error: 'No' }),
    shows: ['body | [1,2] | {"error":"No"}'],
  },
  {
    name: 'an error instead of what was asked for is shown whole',
    mine: json({ error: 'Not Found' }, 404),
    solution: json({ id: 7, token: 'a secret that is long' }, 200),
    shows: ['status | 404 | 200', 'body | {"error":"Not Found"} | {"id":7,"token":"•••"}'],
  },
  {
    name: 'secrets are masked, and a field too many is seen all the same',
    mine: json({ name: 'Anna', password: '$2b$10$abcdefghijklmnopqrstuv' }),
    solution: json({ name: 'Anna' }),
    shows: ['body.password | ••• | absent'],
  },
  {
    name: 'headers, but for those that say how the answer travelled',
    mine: { headers: new Headers({ date: 'today', 'content-type': 'text/plain', 'set-cookie': 'sid=12; Path=/' }) },
    solution: { headers: new Headers({ date: 'now', 'content-type': 'text/html' }) },
    shows: ['content-type | text/plain | text/html', 'set-cookie | sid=•••; Path=/ | absent'],
  },
  {
    name: 'behind two masks, what was sent and what is new',
    mine: { ...adopting('0123456789abcdef0123456789abcdef') },
    solution: { ...adopting('fedcba9876543210fedcba9876543210') },
    shows: ['set-cookie | sid=•••; Path=/ (the one that was sent) | sid=•••; Path=/ (another one)'],
  },
  {
    name: 'no answer at all',
    mine: { status: 0, problem: 'the program crashed' },
    solution: json({ a: 1 }),
    shows: ['status | the program crashed | 200'],
  },
];

describe('two answers differ in', () => {
  for (const { name, mine, solution, shows } of cases) {
    it(name, () => {
      const found = differencesOf(outcome(mine), outcome(solution));
      assert.deepEqual(
        found.map(({ what, mine, solution }) => [what, mine, solution].join(' | ')),
        shows,
      );
    });
  }
});

function json(body: unknown, status = 200, sent = ''): Partial<Outcome> {
  const request = { method: 'POST', path: '/', headers: {}, body: sent };
  return {
    request,
    status,
    content: JSON.stringify(body),
    headers: new Headers({ 'content-type': 'application/json' }),
  };
}

/** The answer to a request that came with a session of its own. */
function adopting(session: string): Partial<Outcome> {
  const headers = { Cookie: 'sid=0123456789abcdef0123456789abcdef' };
  return {
    request: { method: 'POST', path: '/', headers },
    headers: new Headers({ 'set-cookie': `sid=${session}; Path=/` }),
  };
}

function outcome(parts: Partial<Outcome>): Outcome {
  const request = { method: 'GET', path: '/', headers: {} };
  return { request, status: 200, headers: new Headers(), content: '', ...parts };
}
