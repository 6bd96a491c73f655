import type { Mistake } from '#check';

export default {
  summary: 'The names of the two parameters are exchanged.',
  edits: [
    { file: 'library.controller.ts', find: '/readers/:reader/posts/:post', replace: '/readers/:post/posts/:reader' },
  ],
  fails: {
    'GET /readers/:reader/posts/:post answers with both': 'Are two names exchanged',
  },
} satisfies Mistake;
