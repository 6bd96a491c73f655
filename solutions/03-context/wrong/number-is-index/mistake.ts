import type { Mistake } from '#check';

export default {
  summary: 'The number of the note is used as the index.',
  edits: [
    { file: 'notes.controller.ts', find: "Number(ctx.param('number')) - 1]", replace: "Number(ctx.param('number'))]" },
  ],
  fails: {
    'GET /notes/:number responds with the note as plain text': 'the first index of an array is 0',
    'an empty note is still a note': 'Note not found',
    'a note that does not exist is 404': 'Or the number is used as the index',
  },
} satisfies Mistake;
