import type { Mistake } from '#check';

export default {
  summary: 'The object is sent as plain text.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '.json({ number })',
      replace: '.send(JSON.stringify({ number }))',
    },
  ],
  fails: {
    'POST /notes responds with 201 and the number of the note': 'Use json(…), not send(…)',
  },
} satisfies Mistake;
