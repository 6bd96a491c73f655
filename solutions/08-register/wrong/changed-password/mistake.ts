import type { Mistake } from '#check';

export default {
  summary: 'The password is trimmed and in lower case before it is hashed.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'this.passwords.hash(password, ctx.signal)',
      replace: 'this.passwords.hash(password.trim().toLowerCase(), ctx.signal)',
    },
  ],
  fails: {
    'the table contains a bcrypt hash with cost 10': 'the password is changed before it is hashed',
  },
} satisfies Mistake;
