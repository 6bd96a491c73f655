import type { Mistake } from '#check';

export default {
  summary: 'The id is a random UUID, so new users belong at random positions of the index.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "import { v7 as uuid } from 'uuid';",
      replace: "import { v4 as uuid } from 'uuid';",
    },
  ],
  fails: {
    'POST /auth/register responds with 201 and the user': 'the id is not a UUID of version 7',
  },
} satisfies Mistake;
