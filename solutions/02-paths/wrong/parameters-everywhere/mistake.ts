import type { Mistake } from '#check';

export default {
  summary: 'The fixed segments are parameters too.',
  edits: [
    { file: 'library.controller.ts', find: '/readers/:reader/posts/:post', replace: '/:readers/:reader/:posts/:post' },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard': 'the body contains reader, post instead of below',
    'a path with a missing, empty, additional or different segment is 404':
      'a parameter takes the place of the fixed segment "posts"',
    'GET /readers/:reader/posts/:post returns both parameters':
      'a wildcard or another parameter takes the place of a segment',
  },
} satisfies Mistake;
