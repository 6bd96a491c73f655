import type { Mistake } from '#check';

export default {
  summary: 'Deletes the old export before the rename. For a moment there is none.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: '    await rename(',
      replace: '    await rm(file, { force: true });\n    await rename(',
    },
    {
      file: 'export/export.controller.ts',
      find: 'import { rename, writeFile }',
      replace: 'import { rename, rm, writeFile }',
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'deletes the old file before the rename',
  },
} satisfies Mistake;
