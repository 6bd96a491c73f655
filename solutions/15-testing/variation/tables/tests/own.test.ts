import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'trellis/testing';
import { bearer, type Person, publish, refreshTokenFor, register, signIn, startBlog } from './blog.ts';

/** What a test starts with: a user with a post, a key of each kind, and a session. */
async function begin(blog: Client) {
  const ada = await register(blog);
  const token = bearer(ada.token);
  const key = async (scope?: string) => {
    const { body } = await blog.post('/auth/api-keys', { name: 'robot', scope }, token);
    return { 'x-api-key': body.key as string };
  };
  const post = await publish(blog, ada);
  return {
    ada,
    token,
    post,
    reads: await key('read'),
    writes: await key('write'),
    unnamed: await key(),
    session: await signIn(blog, ada),
  };
}

type Scene = Awaited<ReturnType<typeof begin>>;

const newPost = { title: 'Bread', content: 'Wait.' };
const wrong = bearer('wrong');

const cases: [string, (blog: Client, scene: Scene) => Promise<{ status: number; body: unknown }>, number, string?][] = [
  [
    'POST /posts with a reading key',
    (blog, { reads }) => blog.post('/posts', newPost, reads),
    403,
    'Insufficient scope',
  ],
  ['PUT /posts with a reading key', (blog, { reads, post }) => blog.put(`/posts/${post.id}`, newPost, reads), 403],
  ['DELETE /posts with a reading key', (blog, { reads, post }) => blog.delete(`/posts/${post.id}`, reads), 403],
  ['POST /posts with a writing key', (blog, { writes }) => blog.post('/posts', newPost, writes), 201],
  ['POST /posts with a key without a scope', (blog, { unnamed }) => blog.post('/posts', newPost, unnamed), 403],
  [
    'a key with another scope',
    (blog, { token }) => blog.post('/auth/api-keys', { name: 'x', scope: 'delete' }, token),
    400,
  ],
  [
    'a wrong token and a key',
    (blog, { writes }) => blog.get('/my-posts', { ...wrong, ...writes }),
    401,
    'Invalid token',
  ],
  [
    'a wrong token and a session',
    (blog, { session }) => blog.get('/my-posts', { ...wrong, ...session }),
    401,
    'Invalid token',
  ],
  [
    'a wrong session and a key',
    (blog, { writes }) => blog.get('/my-posts', { cookie: 'session_id=wrong', ...writes }),
    401,
    'Invalid session',
  ],
  ['a logout without a body', (blog) => blog.post('/auth/logout'), 204],
  ['a logout with half a body', (blog) => blog.post('/auth/logout', '{"refresh'), 204],
  ['a password of 72 bytes', (blog) => join(blog, 'x'.repeat(72)), 201],
  ['a password of 73 bytes', (blog) => join(blog, 'x'.repeat(73)), 400, 'Invalid request'],
  [
    'a new title of 200',
    (blog, { token, post }) => blog.put(`/posts/${post.id}`, { title: 'x'.repeat(200) }, token),
    200,
  ],
  [
    'a new title of 201',
    (blog, { token, post }) => blog.put(`/posts/${post.id}`, { title: 'x'.repeat(201) }, token),
    400,
  ],
];

for (const [name, send, status, error] of cases) {
  test(`${name}: ${status}`, async (t) => {
    const blog = await startBlog(t);
    const response = await send(blog, await begin(blog));
    assert.equal(response.status, status);
    if (error !== undefined) assert.deepEqual(response.body, { error });
  });
}

const ends: [string, (blog: Client, refresh_token: string, ada: Person) => Promise<unknown>, number][] = [
  ['nothing', async () => {}, 200],
  ['a logout', (blog, refresh_token) => blog.post('/auth/logout', { refresh_token }), 401],
  [
    'a logout of another token',
    async (blog, _, ada) => blog.post('/auth/logout', { refresh_token: await refreshTokenFor(blog, ada) }),
    200,
  ],
];

for (const [name, end, status] of ends) {
  test(`after ${name}, a refresh is ${status}`, async (t) => {
    const blog = await startBlog(t);
    const ada = await register(blog);
    const refresh_token = await refreshTokenFor(blog, ada);
    await end(blog, refresh_token, ada);
    assert.equal((await blog.post('/auth/refresh', { refresh_token })).status, status);
  });
}

const fields: [string, (blog: Client, scene: Scene) => Promise<unknown>, unknown][] = [
  ['the author of a post', async (blog, { post }) => (await blog.get(`/posts/${post.id}`)).body.author?.id, 'ada'],
  [
    'the lifetime of a pair of tokens',
    async (blog, { ada }) => (await blog.post('/auth/tokens', ada)).body.expires_in,
    86400,
  ],
];

for (const [name, read, expected] of fields) {
  test(`${name} is ${expected}`, async (t) => {
    const blog = await startBlog(t);
    const scene = await begin(blog);
    assert.equal(await read(blog, scene), expected === 'ada' ? scene.ada.id : expected);
  });
}

test('each of two sessions is the current one for itself', async (t) => {
  const blog = await startBlog(t);
  const { ada, session } = await begin(blog);
  const other = await signIn(blog, ada);
  const currentOf = async (cookie: { cookie: string }) =>
    (await blog.get('/auth/sessions', cookie)).body.filter((each: { current: boolean }) => each.current);
  const [[first], [second]] = [await currentOf(session), await currentOf(other)];
  assert.notEqual(first.id, second.id);
});

test('of two users, each ends their own sessions', async (t) => {
  const blog = await startBlog(t);
  const { session, token } = await begin(blog);
  const eve = await register(blog, 'Eve');
  const sessions: { id: string }[] = (await blog.get('/auth/sessions', token)).body;
  for (const { id } of sessions) await blog.delete(`/auth/sessions/${id}`, bearer(eve.token));
  assert.equal((await blog.get('/auth/session', session)).status, 200);
});

function join(blog: Client, password: string) {
  return blog.post('/auth/register', { email: 'new@example.com', password, name: 'New' });
}
