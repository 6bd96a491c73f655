import type { Mistake } from '#check';

export default {
  summary: 'The number of the note is taken for its place in the list.',
  edits: [
    { file: 'notes.controller.ts', find: "Number(ctx.param('number')) - 1]", replace: "Number(ctx.param('number'))]" },
  ],
  fails: {
    'GET /notes/:number answers with the note as text': 'The first place in a list is 0',
    'a note that does not exist is 404': 'look whether there is a note before you send it',
  },
} satisfies Mistake;
