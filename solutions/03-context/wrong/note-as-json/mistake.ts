import type { Mistake } from '#check';

export default {
  summary: 'The note is returned as a value and becomes JSON.',
  edits: [{ file: 'notes.controller.ts', find: 'return ctx.status(200).send(note);', replace: 'return note;' }],
  fails: {
    'GET /notes/:number responds with the note as plain text': 'a returned string becomes JSON',
    'an empty note is still a note': '""',
  },
} satisfies Mistake;
