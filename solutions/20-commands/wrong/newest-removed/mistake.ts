import type { Mistake } from '#check';

export default {
  summary: 'Removes the newest post instead of the additional one.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '.slice(0, most)',
      replace: '.slice(-most)',
    },
  ],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'the handler has removed the newest',
  },
} satisfies Mistake;
