import type { Mistake } from '#check';

export default {
  summary: "An article contains its author's id.",
  edits: [
    {
      file: 'articles/article.ts',
      find: 'author: toProfile(row, row.following),',
      replace: 'author: { ...toProfile(row, row.following), id: row.author_id } as Profile,',
    },
  ],
  fails: {
    'a new article comes back with 201': 'Expected "author" without "id"',
  },
} satisfies Mistake;
