import type { Mistake } from '#check';

export default {
  summary: 'The update has no where and changes every post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where id = \${id}
      returning *`,
      replace: 'returning *',
    },
  ],
  fails: {
    'PUT changes the row, and survives a restart': 'update returns something other than toPost(row): a row',
    'DELETE /admin/drafts removes the drafts, and nothing else':
      'discardDrafts does not delete the rows whose published is',
    'GET /posts lists the published posts, GET /admin/drafts the drafts':
      'the statement has no `where published = …`, or one with the',
    'both lists start with the newest post': 'the list is not sorted by `created_at desc`',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
