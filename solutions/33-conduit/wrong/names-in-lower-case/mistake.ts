import type { Mistake } from '#check';

export default {
  summary: 'Usernames are stored in lower case.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'const user: UserRow = { id: uuid(), username, email,',
      replace: 'const user: UserRow = { id: uuid(), username: username.toLowerCase(), email,',
    },
  ],
  fails: {
    'names keep the case in which they were written': 'Expected the username Ada-',
  },
} satisfies Mistake;
