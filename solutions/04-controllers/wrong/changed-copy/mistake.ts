import type { Mistake } from '#check';

export default {
  summary: 'update changes a copy of the post.',
  edits: [
    { file: 'posts/posts.controller.ts', find: 'Object.assign(post, {', replace: 'Object.assign({ ...post }, {' },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'update changes a copy',
    'GET /admin/drafts responds with the posts that are not published':
      'drafts looks at something other than published, such as the',
  },
} satisfies Mistake;
