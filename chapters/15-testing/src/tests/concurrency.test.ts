import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, refreshTokenFor, register, signIn, startBlog } from './blog.ts';

test('a refresh token works once, even if ten requests send it at the same time', async (t) => {
  const blog = await startBlog(t);
  const refresh_token = await refreshTokenFor(blog, await register(blog));

  // Step 4: send it ten times at once.
});

// Step 4: this test waits for each response. Send the requests at the same time instead.
test('of several registrations with the same email, one succeeds', async (t) => {
  const blog = await startBlog(t);
  const account = { email: 'ada@example.com', password: 'basil and salt', name: 'Ada' };

  const responses = [];
  for (let count = 0; count < 5; count++) responses.push(await blog.post('/auth/register', account));

  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409]);
});

test('posts that several people write at the same time have the right authors', async (t) => {
  const blog = await startBlog(t);
  const people = await Promise.all(['Ada', 'Bob', 'Cleo'].map((name) => register(blog, name)));

  const posts = await Promise.all(
    people.map(({ name, token }) => blog.post('/posts', { title: name, content: 'Hello!' }, bearer(token))),
  );

  assert.deepEqual(
    posts.map(({ body }) => [body.title, body.author_id]),
    people.map(({ name, id }) => [name, id]),
  );
});

test('when DELETE /auth/session has responded, the session is over', async (t) => {
  const blog = await startBlog(t);
  const cookie = await signIn(blog, await register(blog));

  assert.equal((await blog.delete('/auth/session', cookie)).status, 204);
  // Step 4: is the session over?
});
