import type { Mistake } from '#check';

export default {
  summary: 'Favoriting an article changes its updatedAt.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: '    await this.db.run`insert into favorites',
      replace:
        '    await this.db.run`update articles set updated_at = ${new Date().toISOString()} where id = ${id}`;\n    await this.db.run`insert into favorites',
    },
  ],
  fails: {
    'favoriting is not a change of the article': 'Expected "updatedAt" to be',
  },
} satisfies Mistake;
