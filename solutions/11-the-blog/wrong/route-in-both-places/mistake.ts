import type { Mistake } from '#check';

export default {
  summary: 'The route was copied into the group, and not moved.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      {\n        path: '',",
      replace: "      { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n      {\n        path: '',",
    },
  ],
  fails: {
    'the routes that write are children of one group': 'match the same requests',
    'every write without a valid token is 401, and changes nothing': 'match the same requests',
    'every user may change and delete every post': 'match the same requests',
    'reading needs no token': 'match the same requests',
  },
} satisfies Mistake;
