import type { Mistake } from '#check';

export default {
  summary: 'The guard calls next() and does not return its result.',
  edits: [{ file: 'auth/bearer-auth.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    'DELETE /admin/drafts without a token is 401, and removes nothing': 'Is a `return` missing',
    'a request with a token passes the guard': 'Is a `return` missing',
    'a token of ours passes, whichever HMAC has signed it': 'Is a `return` missing',
    'POST /posts without a token is 401, whatever the body': 'Is a `return` missing',
    'POST /posts with a token is answered as before': 'Is a `return` missing',
    'reading one post needs no token': 'Is a `return` missing',
    'the author of a new post is whoever the token belongs to': 'Is a `return` missing',
    'the body cannot say who the author is': 'Is a `return` missing',
    'the table refuses a post of somebody who does not exist': 'Is a `return` missing',
  },
} satisfies Mistake;
