import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, publish, register, startBlog, write } from './blog.ts';

// #region step-1
// #starter
// // Step 1: each of these two tests lets wrong programs through. Find out which ones, and complete the tests.
//
// #endregion
test('GET /posts has published posts with their authors, newest first, and no drafts', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  // #region step-1
  const bob = await register(blog, 'Bob');
  await publish(blog, ada, 'Soup');
  await publish(blog, bob, 'Bread');
  await write(blog, ada, 'A draft');
  // #starter
  // await publish(blog, ada, 'Soup');
  // #endregion

  const { body } = await blog.get('/posts');

  const posts = body.map((post: { title: string; author: { name: string } }) => [post.title, post.author.name]);
  // #region step-1
  assert.deepEqual(posts, [
    ['Bread', 'Bob'],
    ['Soup', 'Ada'],
  ]);
  // #starter
  // assert.deepEqual(posts, [['Soup', 'Ada']]);
  // #endregion
});

test("GET /my-posts has my posts, drafts included, and nobody else's", async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  // #region step-1
  const bob = await register(blog, 'Bob');
  // #endregion
  const draft = await write(blog, ada);
  // #region step-1
  await publish(blog, bob);
  // #endregion

  const { body } = await blog.get('/my-posts', bearer(ada.token));

  assert.deepEqual(body, [draft]);
});

// #region step-1
test('DELETE /posts/:id removes the post', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await publish(blog, ada);

  const deleted = await blog.delete(`/posts/${id}`, bearer(ada.token));

  assert.equal(deleted.status, 204);
  assert.equal((await blog.get(`/posts/${id}`)).status, 404);
});
// #starter
// // Step 1: write a test for DELETE /posts/:id here.
// #endregion

test('PUT /posts/:id replaces the whole post: without `published`, it is a draft again', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await publish(blog, ada);

  const changed = await blog.put(`/posts/${id}`, { title: 'Stew', content: 'Add salt.' }, bearer(ada.token));

  assert.equal(changed.status, 200);
  const { body } = await blog.get(`/posts/${id}`);
  assert.deepEqual([body.title, body.content, body.published], ['Stew', 'Add salt.', false]);
});
