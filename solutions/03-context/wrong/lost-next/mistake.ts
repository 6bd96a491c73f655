import type { Mistake } from '#check';

export default {
  summary: 'The middleware goes on, and loses the answer.',
  edits: [{ file: 'known-reader.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    'GET /welcome greets the reader of the cookie': 'Is a `return` missing',
    'GET /welcome greets a stranger': 'Is a `return` missing',
    'twenty readers at once are each greeted by their own name': 'Is a `return` missing',
  },
} satisfies Mistake;
