import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceEvent } from '../../workshop/xray/trace-event.ts';
import { Keepsakes } from './keepsakes.ts';
import { predictionsOf, readPrediction } from './prediction.ts';
import { judge } from './verdict.ts';

const block = `Who stops it?

First POST /login {"email":"a@b.c"}
X-One: 1
GET /me
Cookie: <COOKIE>

( ) BearerAuth
( ) nobody

The trace decides: stopped by`;

describe('a question in a chapter', () => {
  it('is read from its block', () => {
    assert.deepEqual(predictionsOf(`# A\n\n\`\`\`predict\n${block}\n\`\`\`\n\n\`\`\`ts\nGET /x\n\`\`\`\n`), [
      {
        question: 'Who stops it?',
        before: [
          {
            method: 'POST',
            path: '/login',
            headers: { 'Content-Type': 'application/json', 'X-One': '1' },
            body: '{"email":"a@b.c"}',
          },
        ],
        request: { method: 'GET', path: '/me', headers: { Cookie: '<COOKIE>' } },
        options: ['BearerAuth', 'nobody'],
        judge: 'stopped by',
        line: 3,
      },
    ]);
  });

  for (const [what, text, message] of [
    ['a question', block.replace('Who stops it?', ''), /it asks nothing/],
    ['a request', block.replace('GET /me', ''), /it has 0 requests and needs one/],
    ['one request only', block.replace('First ', ''), /it has 2 requests/],
    ['two options', block.replace('( ) nobody', ''), /at least two options/],
    ['a judge', block.replace(/The trace.*/, ''), /The trace decides/],
  ] as const) {
    it(`needs ${what}`, () => assert.throws(() => readPrediction(text), message));
  }
});

describe('the trace decides', () => {
  const step = { at: 0, ms: 0, depth: 0 };
  const trace: TraceEvent = {
    ...{ id: 1, startedAt: '', method: 'GET', path: '/posts/7', status: 400, ms: 1 },
    ...{ request: { query: {}, headers: {} }, tried: { routes: [], others: 0 } },
    resolution: { path: '/posts/:id', kind: 'pattern', cached: true, params: { id: '7' }, handler: 'Posts.show' },
    steps: [
      { ...step, kind: 'middleware', name: 'Log', outcome: 'continued' },
      { ...step, kind: 'set', name: 'user_id', value: '"1"' },
      { ...step, kind: 'middleware', name: 'Guard', outcome: 'passed on' },
      { ...step, kind: 'handler', name: 'Posts.show', outcome: 'threw' },
      {
        ...step,
        kind: 'bind',
        name: 'PostDTO',
        outcome: 'refused',
        note: 'title is required, content must have at least 8 characters',
      },
      { ...step, kind: 'query', name: 'select 1' },
    ],
  };
  const missed: TraceEvent = { ...trace, resolution: undefined, steps: [] };

  for (const [what, wanted, without] of [
    ['status', '400', '400'],
    ['route', '/posts/:id', 'none'],
    ['kind', 'pattern', 'none'],
    ['cache', 'yes', 'no'],
    ['parameter id', '7', 'none'],
    ['handler', 'Posts.show', 'none'],
    ['middleware 2', 'Guard', 'none'],
    ['stopped by', 'nobody', 'nobody'],
    ['bind', 'refused', 'not asked'],
    ['refused', 'title, content', 'nothing'],
    ['set', 'user_id', 'nothing'],
    ['queries', '1', '0'],
  ] as const) {
    it(`${what}: ${wanted}, or ${without}`, () => {
      assert.equal(judge(trace, what).answer, wanted);
      assert.equal(judge(missed, what).answer, without);
    });
  }

  it('nothing that no trace has', () => {
    assert.throws(() => judge(trace, 'the weather'), /No trace can decide "the weather"\. It can decide: status/);
  });
});

it('what a login gave is put in the place of its name; a cookie that is cleared stays as a copy', () => {
  const keepsakes = new Keepsakes();
  assert.equal(keepsakes.fill('Bearer <TOKEN>'), 'Bearer <TOKEN>');
  keepsakes.keep(
    { 'set-cookie': ['session=abc; Path=/', 'b=2'] },
    '{"access_token":"t","refresh_token":"r","key":"k"}',
  );
  assert.equal(keepsakes.fill('<TOKEN> <REFRESH_TOKEN> <API_KEY> <COOKIE> <ID>'), 't r k session=abc; b=2 <ID>');
  keepsakes.keep({ 'set-cookie': ['session=; Max-Age=0'] }, 'no json');
  assert.equal(keepsakes.fill('<COOKIE>'), 'session=abc; b=2');
  assert.deepEqual(keepsakes.names, ['TOKEN', 'REFRESH_TOKEN', 'API_KEY', 'COOKIE']);
});

it('a value that has a name in the text is put in the place of that name, and doesn’t replace another one', () => {
  const keepsakes = new Keepsakes();
  keepsakes.keep({}, '{"token":"old","user":{"id":"u-1"}}', '{"token":"<TOKEN>","user":{"id":"<COOK>",…}}');
  keepsakes.keep({}, '{"token":"new"}', '{"token":"<FRESH>",…}');
  assert.equal(keepsakes.fill('<TOKEN> <FRESH> <COOK> <SOUP>'), 'old new u-1 <SOUP>');
});
