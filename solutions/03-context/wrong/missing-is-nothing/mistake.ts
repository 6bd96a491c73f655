import type { Mistake } from '#check';

export default {
  summary: 'A note that does not exist is answered with nothing.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });",
      replace: 'if (note === undefined) return undefined;',
    },
  ],
  fails: {
    'a note that does not exist is 404': 'nothing came back',
  },
} satisfies Mistake;
