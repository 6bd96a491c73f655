import type { Mistake } from '#check';

export default {
  summary: 'The middleware calls next() and does not return its result.',
  edits: [{ file: 'auth/bearer-auth.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    'a request with a token reaches the handler': 'Is a `return` missing',
    'a token with a valid HMAC signature is accepted': 'Is a `return` missing',
    'POST /posts without a valid token is 401, whatever the body': 'is it missing before next()',
    'POST /posts with a token reaches the handler': 'does not return the result of next()',
    'the author of a new post is the user of the token': 'Is a `return` missing',
    'BearerAuth stores user_id and user_email in the context': 'fails before it reaches the handler',
    'the values are in the context before the handler runs': 'fails before it reaches the handler',
    'an author_id in the body changes nothing': 'Is a `return` missing',
    'users who write at the same time keep their own posts': 'the same as in the first check',
    'the table refuses a post of a user who does not exist': 'Is a `return` missing',
  },
} satisfies Mistake;
