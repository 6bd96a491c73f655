import type { Mistake } from '#check';

export default {
  summary: 'The column author_id accepts null.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'author_id text not null references users (id)',
      replace: 'author_id text references users (id)',
    },
  ],
  fails: {
    'the table refuses a post of a user who does not exist': '`not null` is missing',
  },
} satisfies Mistake;
