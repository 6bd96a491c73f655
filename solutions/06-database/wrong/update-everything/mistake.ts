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
    'PUT changes one row of the table': `a statement has no \`where\``,
    'PUT responds with the changed post': `a statement has no \`where\``,
    'PUT of a post that does not exist is 500, with the reason in the log': 'update does not throw if no row came back',
    'DELETE /admin/drafts removes the drafts with one statement':
      'discardDrafts does not delete the rows whose published is false',
    'DELETE waits for the database': `an \`await\` is missing in discardDrafts`,
    'GET /posts lists the published posts, and nothing else': `the statement has no \`where published`,
    'GET /admin/drafts lists the drafts, and nothing else': `this list does not read the table, or its \`where\` has the wrong value`,
    'both lists start with the newest post': `this list does not read the table, or its \`where\` has the wrong value`,
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
