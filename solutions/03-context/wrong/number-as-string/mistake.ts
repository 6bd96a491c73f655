import type { Mistake } from '#check';

export default {
  summary: 'The number in the response is a string.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '.json({ number })',
      replace: '.json({ number: String(number) })',
    },
  ],
  fails: {
    'POST /notes responds with 201 and the number of the note': 'the number is a string',
    'two notes that arrive at the same time have two numbers': 'A response has no number',
  },
} satisfies Mistake;
