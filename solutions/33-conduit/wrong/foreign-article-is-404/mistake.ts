import type { Mistake } from '#check';

export default {
  summary: "Somebody else's article is 404.",
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: "if (article.author_id !== caller.id) throw forbidden('article');",
      replace: "if (article.author_id !== caller.id) throw notFound('article');",
    },
  ],
  fails: {
    'others cannot change an article': 'Expected status 403, got 404',
    'others cannot delete an article': 'Expected status 403, got 404',
  },
} satisfies Mistake;
