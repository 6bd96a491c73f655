import type { Mistake } from '#check';

export default {
  summary: 'The comments of all articles are listed.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: 'return this.#load(sql`comments.article_id = ${await this.articles.idOf(slug)}`, viewer);',
      replace: 'return this.#load(sql`comments.article_id <> ${`${await this.articles.idOf(slug)}-`}`, viewer);',
    },
  ],
  fails: {
    'comments are listed, the newest first': 'Expected the comments',
  },
} satisfies Mistake;
