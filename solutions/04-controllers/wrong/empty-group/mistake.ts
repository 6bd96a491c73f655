import type { Mistake } from '#check';

export default {
  summary: 'The group is empty, and the route is next to it.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `      {
        path: '/admin',
        children: [{ method: 'GET', path: '/drafts', handler: this.drafts }],
      },`,
      replace: `      { path: '/admin', children: [] },
      { method: 'GET', path: '/admin/drafts', handler: this.drafts },`,
    },
  ],
  fails: {
    'the route is a child of the group /admin': 'the group has no children',
  },
} satisfies Mistake;
