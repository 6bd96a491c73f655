import type { Mistake } from '#check';

export default {
  summary: 'The middleware calls next() and does not return its result.',
  edits: [{ file: 'auth/bearer-auth.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    'a request with a token reaches the handler': 'Is a `return` missing',
  },
} satisfies Mistake;
