import type { Mistake } from '#check';

export default {
  summary: 'A delete that finds no row is an error.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.run`delete',
      replace: 'const { changes } = await this.db.run`delete',
    },
    {
      file: 'posts/posts.service.ts',
      find: '`;\n  }\n}',
      replace: "`;\n    if (changes === 0) throw new Error('record not found');\n  }\n}",
    },
  ],
  fails: {
    'DELETE of a post that does not exist is 204': 'DELETE is idempotent',
  },
} satisfies Mistake;
