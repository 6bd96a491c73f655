import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, publish, register, startBlog, write } from './blog.ts';

// #region step-1
test('GET /posts has published posts with their authors, and no drafts', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog, 'Ada');
  const bob = await register(blog, 'Bob');
  const soup = await publish(blog, ada, 'Soup');
  const bread = await publish(blog, bob, 'Bread');
  await write(blog, ada, 'A draft');

  const { status, body } = await blog.get('/posts');

  assert.equal(status, 200);
  assert.deepEqual(
    body.map(({ id, title, author }: { id: string; title: string; author: { id: string } }) => [id, title, author.id]),
    [
      [bread.id, 'Bread', bob.id],
      [soup.id, 'Soup', ada.id],
    ],
  );
});
// #starter
// // Step 1: write a test for GET /posts here.
//
// // Step 1: each of the following tests lets wrong programs through. Find out which, and complete the test.
// #endregion

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

test('DELETE /posts/:id removes the post', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  const { id } = await publish(blog, ada);

  assert.equal((await blog.delete(`/posts/${id}`, bearer(ada.token))).status, 204);
  // #region step-1

  const { status, body } = await blog.get(`/posts/${id}`);
  assert.deepEqual([status, body], [404, { error: 'Post not found' }]);
  // #endregion
});

test('PUT /posts/:id replaces the whole post: without `published`, it is a draft again', async (t) => {
  const blog = await startBlog(t);
  const ada = await register(blog);
  // #region step-1
  const { id } = await publish(blog, ada);
  // #starter
  // const { id } = await write(blog, ada);
  // #endregion

  const changed = await blog.put(`/posts/${id}`, { title: 'Stew', content: 'Add salt.' }, bearer(ada.token));

  assert.equal(changed.status, 200);
  // #region step-1
  const { body } = await blog.get(`/posts/${id}`);
  assert.deepEqual([body.title, body.content, body.published], ['Stew', 'Add salt.', false]);
  // #starter
  // assert.deepEqual([changed.body.title, changed.body.published], ['Stew', false]);
  // #endregion
});
