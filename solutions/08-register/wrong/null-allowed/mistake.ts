import type { Mistake } from '#check';

export default {
  summary: 'A column accepts null.',
  edits: [{ file: 'users/users.service.ts', find: 'name text not null,', replace: 'name text,' }],
  fails: {
    'at startup, UsersService creates a table with six columns': 'The column "name" accepts null',
  },
} satisfies Mistake;
