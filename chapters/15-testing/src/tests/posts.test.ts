import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, publish, register, startBlog, write } from './blog.ts';

// Step 1: write a test for GET /posts here.

// Step 1: each of the following tests lets wrong programs through. Find out which, and complete the test.

test("GET /my-posts has my posts, drafts included, and nobody else's", async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  const draft = await write(blog, ada);

  const { body } = await blog.get('/my-posts', bearer(ada.token));

  assert.deepEqual(body, [draft]);
});

test('DELETE /posts/:id removes the post', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await publish(blog, ada);

  assert.equal((await blog.delete(`/posts/${id}`, bearer(ada.token))).status, 204);
});

test('PUT /posts/:id replaces the whole post: without `published`, it is a draft again', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await write(blog, ada);

  const changed = await blog.put(`/posts/${id}`, { title: 'Stew', content: 'Add salt.' }, bearer(ada.token));

  assert.equal(changed.status, 200);
  assert.deepEqual([changed.body.title, changed.body.published], ['Stew', false]);
});
