import type { Mistake } from '#check';

export default {
  summary: 'The status is a field of the body.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "return ctx.status(404).json({ error: 'Note not found' });",
      replace: "return { error: 'Note not found', status: 404 };",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'The status is not part of the body',
  },
} satisfies Mistake;
