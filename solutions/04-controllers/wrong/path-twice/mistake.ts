import type { Mistake } from '#check';

export default {
  summary: 'The child repeats the path of its group.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '/drafts'", replace: "path: '/admin/drafts'" }],
  fails: {
    'GET /admin/drafts answers with the posts that are not published':
      'the path of a child begins where the path of its group ends',
  },
} satisfies Mistake;
