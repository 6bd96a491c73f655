import type { Mistake } from '#check';

export default {
  summary: 'Returns the sentence instead of throwing it: a script believes that the post is published.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'if (post === undefined) throw new Error(',
      replace: 'if (post === undefined) return (',
    },
  ],
  fails: {
    'an unknown id is a sentence on stderr, with exit code 1': 'returns instead of throwing',
  },
} satisfies Mistake;
