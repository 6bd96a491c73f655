import type { Mistake } from '#check';

export default {
  summary: 'byAuthor does not sort.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'where author_id = ${author_id} order by created_at desc, id desc`',
      replace: 'where author_id = ${author_id}`',
    },
  ],
  fails: {
    'GET /my-posts has all posts of the user, newest first, and no others': 'does not sort by created_at',
    'byAuthor lets the database filter and sort': 'sorts in JavaScript, or not at all',
  },
} satisfies Mistake;
