import type { Mistake } from '#check';

export default {
  summary: 'The route creates a middleware of its own, whose fields nobody fills.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: 'middlewares: [BearerAuth]',
      replace: 'middlewares: [new BearerAuth()]',
    },
  ],
  fails: {
    'a request with a token reaches the handler': "Cannot read properties of undefined (reading 'verify')",
    'a token with a valid HMAC signature is accepted': "(reading 'verify')",
    'a token without a valid signature is 401': "(reading 'verify')",
    'an expired token is 401, and so is one that never expires': "(reading 'verify')",
    'a token without the claims of a user is 401': "(reading 'verify')",
    'without a secret, every token is 401': "(reading 'verify')",
    'verify decides which algorithms it accepts': "(reading 'verify')",
    'verify uses the time of the injected Clock': "(reading 'verify')",
    'POST /posts without a valid token is 401, whatever the body': "(reading 'verify')",
    'BearerAuth stores user_id and user_email in the context': 'fails before it reaches the handler',
    'the values are in the context before the handler runs': 'fails before it reaches the handler',
    'the table refuses a post of a user who does not exist': "(reading 'verify')",
  },
} satisfies Mistake;
