import type { Mistake } from '#check';

export default {
  summary: 'The note is returned, and the platform makes JSON of it.',
  edits: [{ file: 'notes.controller.ts', find: 'return ctx.status(200).send(note);', replace: 'return note;' }],
  fails: {
    'GET /notes/:number answers with the note as text': 'a returned text is JSON, with quotes around it',
  },
} satisfies Mistake;
