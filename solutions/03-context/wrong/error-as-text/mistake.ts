import type { Mistake } from '#check';

export default {
  summary: 'The error is sent as plain text.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: ".json({ error: 'Note not found' })",
      replace: ".send('Note not found')",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'the error is sent as plain text',
  },
} satisfies Mistake;
