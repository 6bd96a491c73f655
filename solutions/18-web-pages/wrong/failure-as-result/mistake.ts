import type { Mistake } from '#check';

export default {
  summary: 'Returns the sentence instead of throwing it: a script that calls the command believes that all is well.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'if (post === undefined) throw new Error(',
      replace: 'if (post === undefined) return (',
    },
  ],
  fails: { 'what cannot be done is said on stderr, with the exit code 1': 'the first thing a script looks at' },
} satisfies Mistake;
