import type { Mistake } from '#check';

export default {
  summary: 'The update has no where, and changes every post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `updated_at = \${now}\n      where id = \${id}\n      returning *`,
      replace: `updated_at = \${now}\n      returning *`,
    },
  ],
  fails: {
    'changes and removals reach the table': 'a statement without `where` means every row',
    'PUT answers with the changed post': 'a statement without `where` means every row',
    'PUT of a post that does not exist is a 500, and the log says why': 'Without a row, `update` throws',
    'DELETE /admin/drafts removes the drafts and keeps what is published': 'got 200',
    'GET /posts lists what is published, and nothing else': 'it is a draft',
    'GET /admin/drafts lists what is not published, and nothing else': 'a post is missing',
    'both lists begin with the newest post': 'in this order',
    'GET /posts/:id shows a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
