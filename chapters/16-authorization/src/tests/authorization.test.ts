import assert from 'node:assert/strict';
import test from 'node:test';
import { type Caller, startBlog, write } from './blog.ts';

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
    // Step 5: the other rows.
  ];

for (const [request, published, ...statuses] of matrix) {
  const [method = '', path = ''] = request.split(' ');
  test(`${request}, ${published ? 'published' : 'a draft'}: ${statuses.join(', ')}`, async (t) => {
    const { blog, nobody, author, stranger, admin } = await startBlog(t);
    for (const [index, { headers }] of [nobody, stranger, author, admin].entries()) {
      const id = await write(blog, author, { published });
      const body = method === 'PUT' ? change : undefined;
      const { status } = await blog.send(method, path.replace(':id', id), body, headers);
      assert.equal(status, statuses[index]);
      // Step 5: what has the request changed? `read` shows the post to its author.
    }
  });
}

test('only admins see the users and change roles', async (t) => {
  const { blog, stranger } = await startBlog(t);
  for (const [caller, status] of [
    [stranger, 403],
    // Step 5: the other callers.
  ] as const) {
    assert.equal((await blog.get('/admin/users', caller.headers)).status, status);
    // Step 5: who may change a role?
  }
});

// Step 5: a test for an author_id in a body.
