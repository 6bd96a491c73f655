import type { Mistake } from '#check';

export default {
  summary: 'The route is written with its full path, without a group.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      {\n        path: '/admin',\n        children: [{ method: 'GET', path: '/drafts', handler: this.drafts }],\n      },",
      replace: "      { method: 'GET', path: '/admin/drafts', handler: this.drafts },",
    },
  ],
  fails: {
    'the route is a child of the group /admin': 'the route is not in the `children` of a group',
  },
} satisfies Mistake;
