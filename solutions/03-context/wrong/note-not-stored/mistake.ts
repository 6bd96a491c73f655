import type { Mistake } from '#check';

export default {
  summary: 'A string other than the body is stored.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'this.#notes.push(body.toString())',
      replace: "this.#notes.push('a note')",
    },
  ],
  fails: {
    'GET /notes/:number responds with the note as plain text': 'stored something other than the body',
    'an empty note is still a note': 'a note',
  },
} satisfies Mistake;
