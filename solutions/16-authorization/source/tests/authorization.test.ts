import assert from 'node:assert/strict';
import test from 'node:test';
// #region step-5
import { type Caller, original, read, startBlog, write } from './blog.ts';

// #starter
// import { type Caller, startBlog, write } from './blog.ts';
// #endregion

test('lists show a draft to its author only', async (t) => {
  const { blog, nobody, author, stranger, admin } = await startBlog(t);
  const id = await write(blog, author, { published: false });
  const sees = async (path: string, caller: Caller) => {
    const { body } = await blog.get(path, caller.headers);
    return Array.isArray(body) && body.some((post: { id: string }) => post.id === id);
  };
  for (const caller of [nobody, author, stranger, admin]) {
    assert.equal(await sees('/posts', caller), false);
    assert.equal(await sees('/my-posts', caller), caller === author);
  }
});

const change = { title: 'Salad', content: 'No basil.', published: true };

/** Which status each caller gets, for each kind of request to a post of the author. */
const matrix: [request: string, published: boolean, nobody: number, stranger: number, author: number, admin: number][] =
  [
    ['GET /posts/:id', true, 200, 200, 200, 200],
    ['GET /posts/:id', false, 404, 404, 404, 404],
    ['GET /my-posts/:id', true, 401, 404, 200, 404],
    // #region step-5
    ['GET /my-posts/:id', false, 401, 404, 200, 404],
    ['PUT /posts/:id', true, 401, 404, 200, 200],
    ['PUT /posts/:id', false, 401, 404, 200, 200],
    ['DELETE /posts/:id', true, 401, 404, 204, 204],
    ['DELETE /posts/:id', false, 401, 404, 204, 204],
    // #starter
    // // Step 5: the other rows.
    // #endregion
  ];

for (const [request, published, ...statuses] of matrix) {
  const [method = '', path = ''] = request.split(' ');
  test(`${request}, ${published ? 'published' : 'a draft'}: ${statuses.join(', ')}`, async (t) => {
    const { blog, nobody, author, stranger, admin } = await startBlog(t);
    // #region step-5
    const other = await write(blog, author, { published });
    // #endregion
    for (const [index, { headers }] of [nobody, stranger, author, admin].entries()) {
      const id = await write(blog, author, { published });
      const body = method === 'PUT' ? change : undefined;
      const { status } = await blog.send(method, path.replace(':id', id), body, headers);
      assert.equal(status, statuses[index]);
      // #region step-5
      const before = { ...original, published };
      const after = method === 'DELETE' ? undefined : method === 'PUT' ? change : before;
      assert.deepEqual(await read(blog, author, id), status < 300 ? after : before);
      assert.deepEqual(await read(blog, author, other), before);
      // #starter
      // // Step 5: what has the request changed? `read` shows the post to its author.
      // #endregion
    }
  });
}

test('only admins see the users and change roles', async (t) => {
  // #region step-5
  const { blog, nobody, stranger, admin } = await startBlog(t);
  // #starter
  // const { blog, stranger } = await startBlog(t);
  // #endregion
  for (const [caller, status] of [
    // #region step-5
    [nobody, 401],
    // #endregion
    [stranger, 403],
    // #region step-5
    [admin, 200],
    // #starter
    // // Step 5: the other callers.
    // #endregion
  ] as const) {
    assert.equal((await blog.get('/admin/users', caller.headers)).status, status);
    // #region step-5
    const role = await blog.put(`/admin/users/${stranger.id}/role`, { role: 'user' }, caller.headers);
    assert.equal(role.status, status);
    // #starter
    // // Step 5: who may change a role?
    // #endregion
  }
});

// #region step-5
test('a body can neither choose the author of a post nor give it away', async (t) => {
  const { blog, author, stranger } = await startBlog(t);
  const mine = { author_id: author.id, user_id: author.id };
  const { body: made } = await blog.post('/posts', { ...original, ...mine }, stranger.headers);
  assert.deepEqual(await read(blog, stranger, made.id), { ...original, published: false });
  await blog.put(`/posts/${made.id}`, { ...change, ...mine }, stranger.headers);
  assert.deepEqual(await read(blog, stranger, made.id), change);
});
// #starter
// // Step 5: a test for an author_id in a body.
// #endregion
