import type { Mistake } from '#check';

export default {
  summary: 'Copies the file into its place, and leaves the other one behind.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'await rename(`${file}.part`, file);',
      replace: 'await copyFile(`${file}.part`, file);',
    },
    {
      file: 'export/export.controller.ts',
      find: 'import { rename, writeFile }',
      replace: 'import { copyFile, writeFile }',
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'There is also',
  },
} satisfies Mistake;
