import type { Mistake } from '#check';

export default {
  summary: 'Does not say which file it has written.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'return { file, posts: lines.length };',
      replace: 'return { posts: lines.length };',
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'does not return { file, posts }',
  },
} satisfies Mistake;
