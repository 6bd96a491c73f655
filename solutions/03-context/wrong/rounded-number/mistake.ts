import type { Mistake } from '#check';

export default {
  summary: 'The handler rounds the number of a note down.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "Number(ctx.param('number')) - 1",
      replace: "Math.floor(Number(ctx.param('number'))) - 1",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'the handler rounds the number',
  },
} satisfies Mistake;
