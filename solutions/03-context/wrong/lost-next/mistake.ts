import type { Mistake } from '#check';

export default {
  summary: 'The middleware calls next() and loses its result.',
  edits: [{ file: 'known-reader.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    'POST /guestbook returns the name from the cookie and the body': '`return`',
    'POST /guestbook without a cookie is from a stranger': '`return`',
    'twenty readers who write at the same time keep their names': 'the name does not reach the handler',
  },
} satisfies Mistake;
