import type { Mistake } from '#check';

export default {
  summary: 'The note is made, and the answer says only that all went well.',
  edits: [
    { file: 'notes.controller.ts', find: 'return ctx.status(201).json({ number });', replace: 'return { number };' },
  ],
  fails: {
    'POST /notes answers 201 with the number of the note': 'a plain value is answered with 200',
    'POST /notes says in Location where the note is': 'a plain value is answered with 200',
    'GET /notes/:number answers with the note as text': 'got 200',
    'a note that does not exist is 404': 'got 200',
  },
} satisfies Mistake;
