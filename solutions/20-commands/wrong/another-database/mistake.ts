import type { Mistake } from '#check';

export default {
  summary: 'Opens an empty database in memory, and finds nothing in it.',
  edits: [{ file: 'cli.ts', find: "process.env.DATABASE_URL ??= 'file:blog-20.db';\n\n", replace: '' }],
  fails: {
    'posts publish publishes a post, and prints it': 'it looks into an empty database',
  },
} satisfies Mistake;
