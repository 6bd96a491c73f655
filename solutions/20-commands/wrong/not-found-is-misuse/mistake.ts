import type { Mistake } from '#check';

export default {
  summary: 'Throws a UsageError for an unknown id, so a script takes a missing post for a wrong command.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'throw new Error(`There is no post',
      replace: 'throw new UsageError(`There is no post',
    },
  ],
  fails: {
    'an unknown id is a sentence on stderr, with exit code 1': 'the error is a UsageError',
  },
} satisfies Mistake;
