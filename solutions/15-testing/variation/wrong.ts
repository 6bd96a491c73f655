import type { WrongDesign } from '#check';

const correct = 'own.test.ts passes on the blog, and on another correct one';
const keys = 'own.test.ts finds the bugs in API keys, and requests with several credentials';
const sessions = 'own.test.ts finds the bugs in sessions and logging out';
const bodies = 'own.test.ts finds the bugs in bodies and responses';

const of = 'one-test-per-rule';
const file = 'tests/own.test.ts';

export default [
  {
    summary: 'A key that may only read is not tried with DELETE.',
    of,
    edits: [
      {
        file,
        find: '  assert.equal((await blog.delete(`/posts/${post.id}`, credentials)).status, 403);\n',
        replace: '',
      },
    ],
    fails: [keys, 'is not tried with every method'],
  },
  {
    summary: 'Nobody looks at what a key without a scope may do.',
    of,
    edits: [{ file, find: "assert.equal(body.scope, 'read');", replace: "assert.equal(typeof body.scope, 'string');" }],
    fails: [keys, 'every key of your tests names its scope'],
  },
  {
    summary: 'A scope that does not exist is not sent.',
    of,
    edits: [
      { file, find: "scope: 'admin' }", replace: "scope: 'read' }" },
      {
        file,
        find: "assert.deepEqual([status, body], [400, { error: 'Invalid request' }]);",
        replace: 'assert.deepEqual([status, body.error], [201, undefined]);',
      },
    ],
    fails: [keys, 'no test sends another one'],
  },
  {
    summary: 'Both of two credentials are valid, and belong to the same user.',
    of,
    edits: [
      { file, find: "...bearer('expired'), 'x-api-key'", replace: "...bearer(token), 'x-api-key'" },
      {
        file,
        find: "assert.deepEqual([response.status, response.body], [401, { error: 'Invalid token' }]);",
        replace: 'assert.deepEqual([response.status, response.body], [200, []]);',
      },
    ],
    fails: [keys, 'no test sends two credentials with one request'],
  },
  {
    summary: 'One session is current, and the others are not looked at.',
    of,
    edits: [
      {
        file,
        find: 'assert.deepEqual(body.map(({ current }: { current: boolean }) => current).sort(), [false, true]);',
        replace: 'assert.equal(body.some(({ current }: { current: boolean }) => current), true);',
      },
    ],
    fails: [sessions, 'a field of its entries is never compared'],
  },
  {
    summary: 'It is a stranger who tries to end a session, and no other user.',
    of,
    edits: [
      {
        file,
        find: '`/auth/sessions/${session.id}`, bearer(bob.token)',
        replace: '`/auth/sessions/${session.id}`, bearer(`${bob.token}x`)',
      },
    ],
    fails: [sessions, 'no second user tries to change'],
  },
  {
    summary: 'A logout is tested by its status.',
    of,
    edits: [
      {
        file,
        find: "  assert.equal((await blog.post('/auth/refresh', { refresh_token })).status, 401);\n",
        replace: '',
      },
    ],
    fails: [sessions, 'no test tries to use it once more'],
  },
  {
    summary: 'A logout is only tested with bodies that other routes accept, too.',
    of,
    edits: [{ file, find: "[undefined, '{', { refresh_token: 7 }]", replace: "[{}, { refresh_token: 'seven' }]" }],
    fails: [sessions, 'only tested with what all of them accept'],
  },
  {
    summary: 'A password of 72 bytes is accepted, and no longer one is tried.',
    of,
    edits: [
      {
        file,
        find: "  assert.equal((await join(`${'é'.repeat(36)}x`, 'long@example.com')).status, 400);\n",
        replace: '',
      },
    ],
    fails: [bodies, 'not tested on both of its sides'],
  },
  {
    summary: 'The limit of a title is tested where a post is created.',
    of,
    edits: [
      {
        file,
        find: '    assert.equal((await blog.put(`/posts/${id}`, body, bearer(ada.token))).status, replaced);\n',
        replace: '    void [id, replaced];\n',
      },
    ],
    fails: [bodies, 'on one of the routes that have it'],
  },
  {
    summary: 'When a token expires is any number.',
    of,
    edits: [
      {
        file,
        find: 'assert.equal(body.expires_in, 86_400);',
        replace: "assert.equal(typeof body.expires_in, 'number');",
      },
    ],
    fails: [bodies, 'no test compares it'],
  },
  {
    summary: 'Of a single post, the title is enough.',
    of,
    edits: [{ file, find: 'assert.equal(body.author?.name, ada.name);', replace: "assert.equal(body.title, 'Soup');" }],
    fails: [bodies, 'in one of the responses that have it'],
  },
  {
    summary: 'The tests expect something that the contract does not promise.',
    of,
    edits: [
      {
        file,
        find: 'await blog.delete(`/auth/sessions/${session.id}`, bearer(bob.token));',
        replace: 'assert.equal((await blog.delete(`/auth/sessions/${session.id}`, bearer(bob.token))).status, 404);',
      },
    ],
    fails: [correct, 'something that the contract does not promise'],
  },
  {
    summary: 'The tests know what a key looks like.',
    of,
    edits: [
      {
        file,
        find: "assert.equal(body.scope, 'read');",
        replace: "assert.equal(body.scope, 'read');\n  assert.match(body.key, /^blog_/);",
      },
    ],
    fails: [correct, 'the test depends on an implementation detail'],
  },
  {
    summary: 'The file has no test.',
    of,
    edits: [{ file, find: "import { test } from 'node:test';", replace: 'const test = (..._all: unknown[]) => {};' }],
    fails: [correct, 'The file has no test'],
  },
] satisfies WrongDesign[];
