import type { Mistake } from '#check';

export default {
  summary: 'The group has no path, and its child has the whole one.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `        path: '/admin',
        children: [{ method: 'GET', path: '/drafts', handler: this.drafts }],`,
      replace: `        path: '',
        children: [{ method: 'GET', path: '/admin/drafts', handler: this.drafts }],`,
    },
  ],
  fails: {
    'the route is a child of the group /admin': 'your group has the path',
  },
} satisfies Mistake;
