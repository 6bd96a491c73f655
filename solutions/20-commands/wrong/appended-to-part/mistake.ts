import type { Mistake } from '#check';

export default {
  summary: 'Appends each page to the second file. After a failed export, the next one contains both.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'import { rename, writeFile }',
      replace: 'import { appendFile, rename }',
    },
    {
      file: 'export/export.controller.ts',
      find: 'await writeFile(',
      replace: 'await appendFile(',
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'an earlier export that failed',
  },
} satisfies Mistake;
