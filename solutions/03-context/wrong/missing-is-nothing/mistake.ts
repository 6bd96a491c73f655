import type { Mistake } from '#check';

export default {
  summary: 'A missing note returns undefined, which is a 204.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });",
      replace: 'if (note === undefined) return undefined;',
    },
  ],
  fails: {
    'a note that does not exist is 404': 'the handler returns nothing if there is no such note',
  },
} satisfies Mistake;
