import type { Mistake } from '#check';

export default {
  summary: 'If username and email are taken, only the username is reported.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: '...(byEmail !== undefined && byEmail.id',
      replace: '...(byName === undefined && byEmail !== undefined && byEmail.id',
    },
  ],
  fails: {
    'if both are taken, both are named': 'Expected errors under "email", "username", got "username"',
    'the username of another user is 409': 'Expected at least one name in "errors"',
  },
} satisfies Mistake;
