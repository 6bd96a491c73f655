import type { Mistake } from '#check';

export default {
  summary: 'The password is stored as it was sent.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await this.passwords.hash(password);',
      replace: 'const hash = password;',
    },
  ],
  fails: {
    'the table keeps a bcrypt hash at cost 10': 'this is the password itself',
    'two people with the same password have different hashes': 'Two equal passwords have equal hashes',
    'the password itself stands nowhere: not in the database, not in the log': 'stands in the file of the database',
    'while four people register, other requests are answered': 'other requests were answered',
  },
} satisfies Mistake;
