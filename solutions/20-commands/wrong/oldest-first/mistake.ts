import type { Mistake } from '#check';

export default {
  summary: 'Reverses the list.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '.slice(0, most)',
      replace: '.slice(0, most)\n      .reverse()',
    },
  ],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'the order of the posts was changed',
  },
} satisfies Mistake;
