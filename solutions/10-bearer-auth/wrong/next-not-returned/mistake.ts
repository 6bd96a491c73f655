import type { Mistake } from '#check';

export default {
  summary: 'The guard calls next() and does not return its result.',
  edits: [{ file: 'auth/bearer-auth.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    'a request with a token passes the guard': 'has to return what next() gives',
  },
} satisfies Mistake;
