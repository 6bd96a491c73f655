import type { Mistake } from '#check';

export default {
  summary: 'One route that writes was not moved into the group.',
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
    'the routes that write are children of one group': 'a route was not moved into the group',
    'every write without a valid token is 401, and changes nothing': 'is not among the children of the group',
  },
} satisfies Mistake;
