import type { Mistake } from '#check';

export default {
  summary: 'A user is returned with all columns of its row.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: '{ user: { email, token: this.tokens.sign(row), username, bio, image } }',
      replace: '{ user: { ...row, email, token: this.tokens.sign(row), username, bio, image } }',
    },
  ],
  fails: {
    'a registration responds with 201 and the user': 'Expected "user" without "id", "password", "token_version"',
    'a login responds with 200 and the user': 'Expected "user" without "id", "password", "token_version"',
    'GET /api/user responds with the user': 'Expected "user" without "id", "password", "token_version"',
  },
} satisfies Mistake;
