import type { Mistake } from '#check';

export default {
  summary: 'The ids are random UUIDs of version 4.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `import { v7 as uuid } from 'uuid'`,
      replace: `import { v4 as uuid } from 'uuid'`,
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': 'is not a UUID of version 7',
  },
} satisfies Mistake;
