import type { Mistake } from '#check';

export default {
  summary: 'An empty note is treated as missing.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'if (note === undefined) return ctx.status(404)',
      replace: 'if (!note) return ctx.status(404)',
    },
  ],
  fails: {
    'an empty note is still a note': 'the handler tests `!note`',
  },
} satisfies Mistake;
