import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, publish, register, startBlog, write } from './blog.ts';

// Step 1: each of these two tests lets wrong programs through. Find out which ones, and complete the tests.

test('GET /posts has published posts with their authors, newest first, and no drafts', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  await publish(blog, ada, 'Soup');

  const { body } = await blog.get('/posts');

  const posts = body.map((post: { title: string; author: { name: string } }) => [post.title, post.author.name]);
  assert.deepEqual(posts, [['Soup', 'Ada']]);
});

test("GET /my-posts has my posts, drafts included, and nobody else's", async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  const draft = await write(blog, ada);

  const { body } = await blog.get('/my-posts', bearer(ada.token));

  assert.deepEqual(body, [draft]);
});

// Step 1: write a test for DELETE /posts/:id here.

test('PUT /posts/:id replaces the whole post: without `published`, it is a draft again', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await publish(blog, ada);

  const changed = await blog.put(`/posts/${id}`, { title: 'Stew', content: 'Add salt.' }, bearer(ada.token));

  assert.equal(changed.status, 200);
  const { body } = await blog.get(`/posts/${id}`);
  assert.deepEqual([body.title, body.content, body.published], ['Stew', 'Add salt.', false]);
});
