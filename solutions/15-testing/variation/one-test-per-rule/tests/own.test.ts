import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, publish, refreshTokenFor, register, signIn, startBlog, write } from './blog.ts';

test('a key that may read changes nothing', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const post = await publish(blog, ada);
  const { key } = (await blog.post('/auth/api-keys', { name: 'robot', scope: 'read' }, bearer(ada.token))).body;
  const credentials = { 'x-api-key': key };

  const body = { title: 'Bread', content: 'Wait.' };
  assert.equal((await blog.post('/posts', body, credentials)).status, 403);
  assert.equal((await blog.put(`/posts/${post.id}`, body, credentials)).status, 403);
  assert.equal((await blog.delete(`/posts/${post.id}`, credentials)).status, 403);
  assert.equal((await blog.get(`/posts/${post.id}`)).body.title, post.title);
});

test('without a scope, a key may read', async (t) => {
  const blog = await startBlog(t);
  const { token } = await register(blog);
  const { body } = await blog.post('/auth/api-keys', { name: 'robot' }, bearer(token));
  assert.equal(body.scope, 'read');
});

test('another scope than read and write is refused', async (t) => {
  const blog = await startBlog(t);
  const { token } = await register(blog);
  const { status, body } = await blog.post('/auth/api-keys', { name: 'robot', scope: 'admin' }, bearer(token));
  assert.deepEqual([status, body], [400, { error: 'Invalid request' }]);
});

test('of two credentials, the first one in the reference decides', async (t) => {
  const blog = await startBlog(t);
  const { token } = await register(blog);
  const { key } = (await blog.post('/auth/api-keys', { name: 'robot' }, bearer(token))).body;
  const response = await blog.get('/my-posts', { ...bearer('expired'), 'x-api-key': key });
  assert.deepEqual([response.status, response.body], [401, { error: 'Invalid token' }]);
});

test('one of several sessions is the current one', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  await signIn(blog, ada);
  const here = await signIn(blog, ada);
  const { body } = await blog.get('/auth/sessions', here);
  assert.deepEqual(body.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
});

test('nobody ends the session of another user', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  const bob = await register(blog, 'Bob');
  const here = await signIn(blog, ada);
  const [session] = (await blog.get('/auth/sessions', here)).body;
  await blog.delete(`/auth/sessions/${session.id}`, bearer(bob.token));
  assert.equal((await blog.get('/auth/session', here)).status, 200);
});

test('a logout revokes the refresh token', async (t) => {
  const blog = await startBlog(t);
  const refresh_token = await refreshTokenFor(blog, await register(blog));
  assert.equal((await blog.post('/auth/logout', { refresh_token })).status, 204);
  assert.equal((await blog.post('/auth/refresh', { refresh_token })).status, 401);
});

test('a logout always succeeds', async (t) => {
  const blog = await startBlog(t);
  for (const body of [undefined, '{', { refresh_token: 7 }])
    assert.equal((await blog.post('/auth/logout', body)).status, 204);
});

test('a password has at most 72 bytes', async (t) => {
  const blog = await startBlog(t);
  const join = (password: string, email: string) => blog.post('/auth/register', { email, password, name: 'Ada' });
  assert.equal((await join('é'.repeat(36), 'short@example.com')).status, 201);
  assert.equal((await join(`${'é'.repeat(36)}x`, 'long@example.com')).status, 400);
});

test('a title has at most 200 characters', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await write(blog, ada);
  for (const [length, created, replaced] of [
    [200, 201, 200],
    [201, 400, 400],
  ] as const) {
    const body = { title: 'x'.repeat(length), content: 'Add more basil.' };
    assert.equal((await blog.post('/posts', body, bearer(ada.token))).status, created);
    assert.equal((await blog.put(`/posts/${id}`, body, bearer(ada.token))).status, replaced);
  }
});

test('a pair of tokens says when it expires, in seconds', async (t) => {
  const blog = await startBlog(t);
  const { email, password } = await register(blog);
  const { body } = await blog.post('/auth/tokens', { email, password });
  assert.equal(body.expires_in, 86_400);
});

test('a post has its author', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await publish(blog, ada);
  const { body } = await blog.get(`/posts/${id}`);
  assert.equal(body.author?.name, ada.name);
});
