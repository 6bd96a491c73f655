import type { Mistake } from '#check';

export default {
  summary: 'The names of the two parameters are swapped.',
  edits: [
    { file: 'library.controller.ts', find: '/readers/:reader/posts/:post', replace: '/readers/:post/posts/:reader' },
  ],
  fails: {
    'GET /readers/:reader/posts/:post returns both parameters': 'the two parameters are swapped',
    'both parameters are strings, decoded exactly once': 'the two parameters are swapped',
  },
} satisfies Mistake;
