import type { Mistake } from '#check';

export default {
  summary: 'The path of the child is misspelled.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '/drafts'", replace: "path: '/draft'" }],
  fails: {
    'GET /admin/drafts responds with the posts that are not published':
      'a path is misspelled. Besides /posts, your routes are: GET /admin/draft',
    'the route is a child of the group /admin': 'The group /admin has no child GET /drafts',
  },
} satisfies Mistake;
