import type { Mistake } from '#check';

export default {
  summary: 'Renames the second file before it is written.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'await writeFile(',
      replace: 'writeFile(',
    },
  ],
  fails: {
    'the export has all pages, one post per line': '`await` is missing before writeFile',
  },
  mayFail: ['a failed export keeps the file of the day before'],
} satisfies Mistake;
