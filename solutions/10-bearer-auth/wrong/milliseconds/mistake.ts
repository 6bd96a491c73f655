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
    'a token with a valid HMAC signature is accepted': 'clockTimestamp is in seconds',
    'POST /posts without a valid token is 401, whatever the body': 'See step 3',
    'POST /posts with a token reaches the handler': 'See step 3',
    'BearerAuth stores user_id and user_email in the context': 'See step 3',
    'the values are in the context before the handler runs': 'See step 3',
    'the author of a new post is the user of the token': 'See step 3',
    'an author_id in the body changes nothing': 'See step 3',
    'users who write at the same time keep their own posts': 'the same as in the first check',
    'the table refuses a post of a user who does not exist': 'See step 3',
  },
} satisfies Mistake;
