import type { Mistake } from '#check';

export default {
  summary: 'The route for one post has a wildcard in place of its last parameter.',
  edits: [
    { file: 'library.controller.ts', find: '/readers/:reader/posts/:post', replace: '/readers/:reader/posts/*' },
    { file: 'library.controller.ts', find: "ctx.param('post')", replace: "ctx.param('*')" },
  ],
  fails: {
    'a path with a missing, empty, additional or different segment is 404': 'a route with a wildcard matches this path',
    'GET /readers/:reader/posts/:post returns both parameters':
      'a wildcard or another parameter takes the place of a segment',
  },
} satisfies Mistake;
