import type { Mistake } from '#check';

export default {
  summary: 'The response is the row, with the hash.',
  edits: [
    { file: 'users/users.service.ts', find: 'return user;', replace: 'return { ...user, password: hash } as User;' },
  ],
  fails: {
    'POST /auth/register responds with 201 and the user': 'Return a `User`, which has four fields',
  },
} satisfies Mistake;
