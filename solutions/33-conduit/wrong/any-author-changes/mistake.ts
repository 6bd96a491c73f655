import type { Mistake } from '#check';

export default {
  summary: 'Everybody may change and delete every article.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: "if (article.author_id !== caller.id) throw forbidden('article');",
      replace: '',
    },
  ],
  fails: {
    'others cannot change an article': 'Expected status 403, got 200',
    'others cannot delete an article': 'Expected status 403, got 204',
  },
} satisfies Mistake;
