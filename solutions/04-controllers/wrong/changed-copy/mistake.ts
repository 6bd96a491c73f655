import type { Mistake } from '#check';

export default {
  summary: 'A copy of the post is changed, and the map keeps the old one.',
  edits: [
    { file: 'posts/posts.controller.ts', find: 'Object.assign(post, {', replace: 'Object.assign({ ...post }, {' },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'the change has to reach the map',
    'GET /admin/drafts answers with the posts that are not published': 'keep the posts that are not published',
  },
} satisfies Mistake;
