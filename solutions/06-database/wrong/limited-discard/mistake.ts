import type { Mistake } from '#check';

export default {
  summary: 'discardDrafts deletes at most a hundred drafts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'delete from posts where published = ${false}`',
      replace: 'delete from posts where id in (select id from posts where published = ${false} limit 100)`',
    },
  ],
  fails: {
    'DELETE /admin/drafts removes the drafts with one statement': 'or has a `limit`',
  },
} satisfies Mistake;
