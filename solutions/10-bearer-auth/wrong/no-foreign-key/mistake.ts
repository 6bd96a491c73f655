import type { Mistake } from '#check';

export default {
  summary: 'The column does not reference the table of users.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'author_id text not null references users (id)',
      replace: 'author_id text not null',
    },
  ],
  fails: {
    'the table refuses a post of a user who does not exist': 'is not a foreign key',
  },
} satisfies Mistake;
