import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, refreshTokenFor, register, signIn, startBlog } from './blog.ts';

test('a refresh token works once, even if ten requests send it at the same time', async (t) => {
  const blog = await startBlog(t);
  const refresh_token = await refreshTokenFor(blog, await register(blog));

  // #region step-4
  const responses = await Promise.all(Array.from({ length: 10 }, () => blog.post('/auth/refresh', { refresh_token })));

  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 401)]);
  // #starter
  // // Step 4: send it ten times at once.
  // #endregion
});

// #region step-4
// #starter
// // Step 4: this test waits for each response. Send the requests at the same time instead.
// #endregion
test('of several registrations with the same email, one succeeds', async (t) => {
  const blog = await startBlog(t);
  const account = { email: 'ada@example.com', password: 'basil and salt', name: 'Ada' };

  // #region step-4
  const responses = await Promise.all(Array.from({ length: 5 }, () => blog.post('/auth/register', account)));
  // #starter
  // const responses = [];
  // for (let count = 0; count < 5; count++) responses.push(await blog.post('/auth/register', account));
  // #endregion

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
  // #region step-4

  assert.equal((await blog.get('/auth/session', cookie)).status, 401);
  // #starter
  // // Step 4: is the session over?
  // #endregion
});
