import type { Mistake } from '#check';

export default {
  summary: 'drafts returns the posts that were never changed.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'this.index().filter((post) => !post.published)',
      replace: 'this.index().filter((post) => post.created_at === post.updated_at)',
    },
  ],
  fails: {
    'GET /admin/drafts responds with the posts that are not published':
      'drafts looks at something other than published',
  },
} satisfies Mistake;
