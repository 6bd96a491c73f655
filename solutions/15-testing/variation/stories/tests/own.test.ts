import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, register, signIn, startBlog, write } from './blog.ts';

test('a program with a key does what its key allows, and no more', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const draft = await write(blog, ada);
  const ask = (body: object) => blog.post('/auth/api-keys', { name: 'backup', ...body }, bearer(ada.token));

  const responses = [
    await ask({}),
    await ask({ scope: 'read' }),
    await ask({ scope: 'write' }),
    await ask({ scope: 'all' }),
  ];
  assert.deepEqual(
    responses.map(({ status, body }) => [status, body.scope]),
    [
      [201, 'read'],
      [201, 'read'],
      [201, 'write'],
      [400, undefined],
    ],
  );

  const [reader, , writer] = responses.map(({ body }) => ({ 'x-api-key': String(body.key) }));
  assert.equal((await blog.get('/my-posts', reader)).body.length, 1);
  for (const attempt of [
    blog.delete(`/posts/${draft.id}`, reader),
    blog.put(`/posts/${draft.id}`, {}, reader),
    blog.post('/posts', draft, reader),
  ])
    assert.equal((await attempt).text, '{"error":"Insufficient scope"}');
  assert.equal((await blog.get(`/posts/${draft.id}`)).body.author.email, ada.email);
  assert.equal((await blog.delete(`/posts/${draft.id}`, writer)).status, 204);

  const confused = await blog.post('/posts', draft, { ...bearer(`${ada.token}x`), ...writer });
  assert.equal(confused.text, '{"error":"Invalid token"}');
  assert.deepEqual((await blog.get('/my-posts', writer)).body, []);
});

test('somebody loses a telephone', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  const thief = await register(blog, 'Bob');
  const { email, password } = ada;
  const laptop = await signIn(blog, ada);
  const phone = await signIn(blog, ada);
  const pair = (await blog.post('/auth/tokens', { email, password })).body;
  assert.equal(pair.expires_in, 24 * 60 * 60);

  const sessions = (await blog.get('/auth/sessions', laptop)).body;
  const [here] = sessions.filter(({ current }: { current: boolean }) => current);
  const [there, ...none] = sessions.filter(({ current }: { current: boolean }) => !current);
  assert.deepEqual(none, []);
  await blog.delete(`/auth/sessions/${here.id}`, bearer(thief.token));
  assert.equal((await blog.get('/auth/session', laptop)).status, 200);
  await blog.delete(`/auth/sessions/${there.id}`, laptop);
  assert.equal((await blog.get('/auth/session', phone)).status, 401);

  const next = (await blog.post('/auth/refresh', pair)).body;
  assert.equal((await blog.post('/auth/logout', next)).status, 204);
  assert.equal((await blog.post('/auth/refresh', next)).status, 401);
  assert.equal((await blog.post('/auth/logout', 'goodbye', laptop)).status, 204);
  assert.equal((await blog.get('/auth/session', laptop)).status, 401);
});

test('what is too long is refused, whoever sends it and wherever', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await write(blog, ada);
  const statuses: number[] = [];
  for (const more of [0, 1]) {
    const text = (length: number) => 'x'.repeat(length + more);
    const token = bearer(ada.token);
    statuses.push(
      (await blog.post('/auth/register', { email: `${more}@example.com`, password: text(72), name: 'Eve' })).status,
      (await blog.post('/posts', { title: text(200), content: 'Short.' }, token)).status,
      (await blog.put(`/posts/${id}`, { title: text(200), content: 'Short.' }, token)).status,
    );
  }
  assert.deepEqual(statuses, [201, 201, 200, 400, 400, 400]);
});
