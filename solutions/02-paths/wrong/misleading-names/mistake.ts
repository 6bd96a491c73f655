import type { Mistake } from '#check';

export default {
  summary: 'The parameter :post contains the reader, and :reader the post. The handler swaps them back.',
  edits: [
    { file: 'library.controller.ts', find: '/readers/:reader/posts/:post', replace: '/readers/:post/posts/:reader' },
    {
      file: 'library.controller.ts',
      find: "{ reader: ctx.param('reader'), post: ctx.param('post') }",
      replace: "{ reader: ctx.param('post'), post: ctx.param('reader') }",
    },
  ],
  fails: {
    'GET /readers/:reader/posts/:post returns both parameters': 'its first parameter is not called :reader',
  },
} satisfies Mistake;
