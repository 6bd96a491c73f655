import type { Mistake } from '#check';

export default {
  summary: 'With at(), number 0 finds the last note and a word finds the first.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "this.#notes[Number(ctx.param('number')) - 1]",
      replace: "this.#notes.at(Number(ctx.param('number')) - 1)",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'at(-1) is the last element of an array',
  },
} satisfies Mistake;
