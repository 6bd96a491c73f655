import type { Mistake } from '#check';

export default {
  summary: 'create inserts the number 0 instead of false, which PostgreSQL refuses.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '${content}, ${false}, ${now}',
      replace: '${content}, ${0}, ${now}',
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': 'create passes the number 0',
  },
} satisfies Mistake;
