import type { Mistake } from '#check';

export default {
  summary: 'The middleware calls next() and does not return its result.',
  edits: [{ file: 'auth/bearer-auth.ts', find: 'return next();', replace: 'next();' }],
  fails: {
    '/admin/drafts without the header is 401, and deletes nothing':
      'the response was sent before ctx.bind() had finished. Is a',
    'a request with a token reaches the handler': 'Is a `return` missing',
    'a token with a valid HMAC signature is accepted': 'nothing came back. Is a `return` missing in the handler, or',
    'POST /posts with a token reaches the handler': 'the response was sent before ctx.bind() had finished. Is a',
    'BearerAuth stores user_id and user_email in the context, before the handler runs':
      'nothing came back. Is a `return` missing in the handler, or',
    'the author of a new post is the user of the token': 'the response was sent before ctx.bind() had finished. Is a',
    'the table refuses a post of a user who does not exist':
      'the response was sent before ctx.bind() had finished. Is a',
  },
} satisfies Mistake;
