import type { Mistake } from '#check';

export default {
  summary: 'A wildcard matches everything below /readers, and the handler takes the path apart.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "path: '/readers/:reader/posts/:post'",
      replace: "path: '/readers/*'",
    },
    {
      file: 'library.controller.ts',
      find: "return { reader: ctx.param('reader'), post: ctx.param('post') };",
      replace:
        "const [reader, posts, post, more] = ctx.param('*').split('/');\n    if (!reader || posts !== 'posts' || !post || more) return ctx.status(404).json({ error: 'Not Found' });\n    return { reader, post };",
    },
  ],
  fails: {
    'GET /readers/:reader/posts/:post returns both parameters':
      'a wildcard or another parameter takes the place of a segment',
  },
} satisfies Mistake;
