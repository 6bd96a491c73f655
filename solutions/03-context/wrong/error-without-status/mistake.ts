import type { Mistake } from '#check';

export default {
  summary: 'The handler returns an object with an error and no status.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "return ctx.status(404).json({ error: 'Note not found' });",
      replace: "return { error: 'Note not found' };",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'without a status, which becomes a 500',
  },
} satisfies Mistake;
