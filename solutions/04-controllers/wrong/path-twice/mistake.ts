import type { Mistake } from '#check';

export default {
  summary: 'The child repeats the path of its group.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '/drafts'", replace: "path: '/admin/drafts'" }],
  fails: {
    'GET /admin/drafts responds with the posts that are not published':
      'the child repeats the path of its group. Besides /posts, your routes are: GET /admin/admin/drafts',
    'the route is a child of the group /admin': 'the children of the group are: GET /admin/drafts',
  },
} satisfies Mistake;
