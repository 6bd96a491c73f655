import type { Mistake } from '#check';

export default {
  summary: 'Favoriting an article twice fails.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'values (${user.id}, ${id}) on conflict do nothing',
      replace: 'values (${user.id}, ${id})',
    },
  ],
  fails: {
    'favoriting twice counts once': 'Expected status 200, got 500',
  },
} satisfies Mistake;
