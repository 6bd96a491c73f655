import type { Mistake } from '#check';

export default {
  summary: 'The filter keeps published posts.',
  edits: [{ file: 'posts/posts.controller.ts', find: '!post.published', replace: 'post.published' }],
  fails: {
    'GET /admin/drafts responds with the posts that are not published': 'the filter removes the drafts',
  },
} satisfies Mistake;
