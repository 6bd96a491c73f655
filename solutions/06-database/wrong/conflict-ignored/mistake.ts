import type { Mistake } from '#check';

export default {
  summary: 'create ignores a conflict, so a post may not be stored.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '${false}, ${now}, ${now})`;',
      replace: '${false}, ${now}, ${now})\n      on conflict do nothing`;',
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': 'nobody notices a conflict',
  },
} satisfies Mistake;
