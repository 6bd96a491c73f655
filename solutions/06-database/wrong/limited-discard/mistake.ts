import type { Mistake } from '#check';

export default {
  summary: 'discardDrafts deletes at most fifty drafts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'delete from posts where published = ${false}`',
      replace: 'delete from posts where id in (select id from posts where published = ${false} limit 50)`',
    },
  ],
  fails: {
    'DELETE /admin/drafts removes the drafts with one statement': 'or has a `limit`',
    'DELETE waits for the database': 'The database refused this delete.',
  },
} satisfies Mistake;
