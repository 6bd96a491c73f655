import type { Mistake } from '#check';

export default {
  summary: 'A parameter takes the place of "posts", and the handler compares it.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "path: '/readers/:reader/posts/:post'",
      replace: "path: '/readers/:reader/:kind/:post'",
    },
    {
      file: 'library.controller.ts',
      find: "return { reader: ctx.param('reader'), post: ctx.param('post') };",
      replace:
        "if (ctx.param('kind') !== 'posts') return ctx.status(404).json({ error: 'Not Found' });\n    return { reader: ctx.param('reader'), post: ctx.param('post') };",
    },
  ],
  fails: {
    'GET /readers/:reader/posts/:post returns both parameters':
      'a wildcard or another parameter takes the place of a segment',
  },
} satisfies Mistake;
