import type { Mistake } from '#check';

export default {
  summary: 'The note is stored, but the status stays 200.',
  edits: [
    { file: 'notes.controller.ts', find: 'return ctx.status(201).json({ number });', replace: 'return { number };' },
  ],
  fails: {
    'POST /notes responds with 201 and the number of the note': 'the handler sets no status, so it is 200',
    'POST /notes sends the address of the note in Location': 'the handler sets no status, so it is 200',
    'GET /notes/:number responds with the note as plain text': '201',
    'an empty note is still a note': '201',
    'a note that does not exist is 404': '201',
  },
} satisfies Mistake;
