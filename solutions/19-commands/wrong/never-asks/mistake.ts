import type { Mistake } from '#check';

export default {
  summary: 'Changes it without a question.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "ctx.query('yes') !== 'true' && ",
      replace: "ctx.query('yes') === 'never' && ",
    },
  ],
  fails: {
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'does not call terminal.ask',
    'without a person to ask, it refuses with exit code 2': 'the command asks although nobody is there',
  },
} satisfies Mistake;
