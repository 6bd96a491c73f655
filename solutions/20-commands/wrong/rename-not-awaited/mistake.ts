import type { Mistake } from '#check';

export default {
  summary: 'Does not wait for the rename, and reports success before it knows.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'await rename(',
      replace: 'rename(',
    },
  ],
  fails: {
    'an export that cannot replace the file fails': '`await` is missing before rename',
  },
} satisfies Mistake;
