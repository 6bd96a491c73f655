import type { Mistake } from '#check';

export default {
  summary: 'A row of the table has all fields of a user, so the compiler accepts it, with the hash.',
  edits: [{ file: 'auth/credentials.ts', find: 'return toUser(row);', replace: 'return row;' }],
  fails: {
    'a login responds with the token, its lifetime and the user': 'the user is a row of the table',
  },
} satisfies Mistake;
