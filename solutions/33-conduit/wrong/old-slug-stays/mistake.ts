import type { Mistake } from '#check';

export default {
  summary: 'A new title leaves the slug as it is.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'const newSlug = await this.db.transaction',
      replace: 'const slugOf = () => slug;\n    const newSlug = await this.db.transaction',
    },
  ],
  fails: {
    'a new title makes a new slug': 'Expected a slug that begins with stew-for-',
  },
} satisfies Mistake;
