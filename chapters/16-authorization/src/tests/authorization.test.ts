import assert from 'node:assert/strict';
import test from 'node:test';
import { type Caller, original, startBlog, write } from './blog.ts';

/** Which status each caller gets, for each kind of request to a published post of the author. */
const matrix: [request: string, nobody: number, stranger: number][] = [['GET /my-posts/:id', 401, 404]];

// Step 5: more requests, more callers, drafts, and what a request has changed.
for (const [request, ...statuses] of matrix) {
  test(`${request}: ${statuses.join(', ')}`, async (t) => {
    const { blog, nobody, author, stranger } = await startBlog(t);
    const id = await write(blog, author, { published: true });
    for (const [index, caller] of [nobody, stranger].entries()) {
      const response = await blog.get(`/my-posts/${id}`, caller.headers);
      assert.equal(response.status, statuses[index]);
    }
  });
}
