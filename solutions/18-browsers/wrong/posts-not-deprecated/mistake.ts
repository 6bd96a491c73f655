import type { Mistake } from '#check';

export default {
  summary: 'The leak in /posts has no end.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "path: '/posts', middlewares: [anyone, deprecated], handler: this.index",
      replace: "path: '/posts', middlewares: [anyone], handler: this.index",
    },
  ],
  fails: {
    'version 1 announces its end, version 2 does not': 'does not list deprecated',
  },
} satisfies Mistake;
