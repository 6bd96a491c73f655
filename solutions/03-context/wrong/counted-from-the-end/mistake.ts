import type { Mistake } from '#check';

export default {
  summary: 'With at(), 0 leads to the last note and a word to the first.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "this.#notes[Number(ctx.param('number')) - 1]",
      replace: "this.#notes.at(Number(ctx.param('number')) - 1)",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'look whether there is a note before you send it',
  },
} satisfies Mistake;
