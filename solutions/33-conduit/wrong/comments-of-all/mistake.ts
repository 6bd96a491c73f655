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
    'a comment without a body is 422': 'Expected no comments',
    'a comment with a blank body is 422': 'Expected no comments',
    'a comment with a number as its body is 422': 'Expected no comments',
  },
} satisfies Mistake;
