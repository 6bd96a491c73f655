import type { Mistake } from '#check';

export default {
  summary: 'A row of the table has all the fields of a user, so the compiler accepts it, hash and all.',
  edits: [{ file: 'auth/credentials.ts', find: 'return toUser(row);', replace: 'return row;' }],
  fails: {
    'a login answers with the token, its lifetime and the user': 'this is the row of the table, and not the user',
  },
} satisfies Mistake;
