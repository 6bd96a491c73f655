import type { Mistake } from '#check';

export default {
  summary: 'The time is in milliseconds.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'clockTimestamp: Math.floor(this.clock.now() / 1000)',
      replace: 'clockTimestamp: this.clock.now()',
    },
  ],
  fails: {
    '/admin/drafts without the header is 401, and deletes nothing':
      'BearerAuth responds with 401 and calls next() as well, so the',
    'a token with a valid HMAC signature is accepted': 'clockTimestamp is in seconds',
    'verify returns two claims, names its algorithms, and asks the Clock':
      'verify returns the whole payload. Code that uses it could',
    'POST /posts with a token reaches the handler': 'BearerAuth does not return the result of next(), or the',
    'BearerAuth stores user_id and user_email in the context, before the handler runs': 'Expected status 200, got 401',
    'the author of a new post is the user of the token': 'a value is undefined: BearerAuth and the handler use',
    'the table refuses a post of a user who does not exist':
      'the handler catches the error of the table, or asks for the',
  },
} satisfies Mistake;
