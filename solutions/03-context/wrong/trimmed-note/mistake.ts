import type { Mistake } from '#check';

export default {
  summary: 'Spaces at the ends of a note are removed.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'this.#notes.push(body.toString())',
      replace: 'this.#notes.push(body.toString().trim())',
    },
  ],
  fails: {
    'GET /notes/:number responds with the note as plain text': 'the spaces at the ends of the note are gone',
  },
} satisfies Mistake;
