import type { Mistake } from '#check';

export default {
  summary: 'The list of my posts has no drafts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'from posts where author_id = ',
      replace: 'from posts where published and author_id = ',
    },
  ],
  fails: {
    'GET /my-posts has all posts of the user, newest first, and no others': 'byAuthor filters by published',
  },
} satisfies Mistake;
