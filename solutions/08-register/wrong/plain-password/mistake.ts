import type { Mistake } from '#check';

export default {
  summary: 'The password is stored as it was sent.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await this.passwords.hash(password, ctx.signal);',
      replace: 'const hash = password;',
    },
  ],
  fails: {
    'the table contains a bcrypt hash with cost 10': 'this is the password itself',
    'two users with the same password have different hashes': 'Two equal passwords have equal hashes',
    'the password appears neither in the database nor in the log': 'The database file contains the password',
    'while four users register, other requests are served': 'other requests were served',
    'the work for a client that has disconnected is dropped': 'hashed and stored anyway',
    'a password that is too long is refused before anything is hashed': 'Passwords are not hashed yet',
  },
} satisfies Mistake;
