import type { Mistake } from '#check';

export default {
  summary: 'The table has a column for a role, which nothing in the program uses.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'created_at text not null\n',
      replace: `created_at text not null,\n      role text not null default 'user'\n`,
    },
  ],
  fails: { 'at startup, UsersService creates a table with six columns': 'lists a column that no step needs' },
} satisfies Mistake;
