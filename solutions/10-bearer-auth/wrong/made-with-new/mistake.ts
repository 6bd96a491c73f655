import type { Mistake } from '#check';

export default {
  summary: 'The route makes a guard of its own, whose fields nobody fills.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: 'middlewares: [BearerAuth]',
      replace: 'middlewares: [new BearerAuth()]',
    },
  ],
  fails: {
    'a request with a token passes the guard': "Cannot read properties of undefined (reading 'verify')",
    'a token of ours passes, whichever HMAC has signed it': "Cannot read properties of undefined (reading 'verify')",
    'a token that we have not signed is refused': "Cannot read properties of undefined (reading 'verify')",
    'an expired token is refused': "Cannot read properties of undefined (reading 'verify')",
    'a token that names no user is refused': "Cannot read properties of undefined (reading 'verify')",
    'without a secret every token is refused': "Cannot read properties of undefined (reading 'verify')",
    'POST /posts without a token is 401, whatever the body': "Cannot read properties of undefined (reading 'verify')",
    'the table refuses a post of somebody who does not exist': "Cannot read properties of undefined (reading 'verify')",
  },
} satisfies Mistake;
