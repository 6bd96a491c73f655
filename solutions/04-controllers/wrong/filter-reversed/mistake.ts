import type { Mistake } from '#check';

export default {
  summary: 'The filter keeps what it should leave out.',
  edits: [{ file: 'posts/posts.controller.ts', find: '!post.published', replace: 'post.published' }],
  fails: {
    'GET /admin/drafts answers with the posts that are not published':
      'every post whose published is false stands in the list',
  },
} satisfies Mistake;
