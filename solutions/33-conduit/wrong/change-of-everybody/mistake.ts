import type { Mistake } from '#check';

export default {
  summary: 'A change of a user changes all users.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: '${sql.join(assignments)} where id = ${user.id} returning *',
      replace: '${sql.join(assignments)} where id = ${user.id} or bio is null returning *',
    },
  ],
  fails: {
    'a token survives a new username and email': 'Expected status 200, got 409',
    'bio can be changed alone': 'Expected "username" to be "',
    'username can be changed alone': 'Expected status 200, got 409',
  },
} satisfies Mistake;
