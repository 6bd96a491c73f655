import type { Mistake } from '#check';

export default {
  summary: 'Does not wait until the tokens of the user have ended. If that fails, the command reports success.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'await this.cutoffs.set(id, tx)',
      replace: 'this.cutoffs.set(id, tx)',
    },
  ],
  fails: {
    'a change that fails is not reported as done': '`await` is missing before cutoffs.set',
  },
} satisfies Mistake;
