import type { Mistake } from '#check';

export default {
  summary: 'One of the routes that write was left in front of the door.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "          { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n",
      replace: '',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "      {\n        path: '',",
      replace: "      { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n      {\n        path: '',",
    },
  ],
  fails: {
    'everything that writes is refused without a token, and changes nothing':
      'it stands among the children of the group',
  },
} satisfies Mistake;
