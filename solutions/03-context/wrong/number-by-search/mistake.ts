import type { Mistake } from '#check';

export default {
  summary: 'The number of a note is found by searching for its text.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'const number = this.#notes.push(body.toString());',
      replace: 'this.#notes.push(body.toString());\n    const number = this.#notes.indexOf(body.toString()) + 1;',
    },
  ],
  fails: {
    'POST /notes responds with 201 and the number of the note': 'posts the same note twice',
  },
} satisfies Mistake;
