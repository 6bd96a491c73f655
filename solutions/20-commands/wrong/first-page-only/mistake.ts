import type { Mistake } from '#check';

export default {
  summary: 'Exports the first page, and reports success.',
  edits: [{ file: 'export/export.controller.ts', find: 'path = next;', replace: 'path = next && undefined;' }],
  fails: {
    'the export has all pages, one post per line': 'only the first page is exported',
    'a failed export keeps the file of the day before': 'a page that fails is ignored',
  },
} satisfies Mistake;
