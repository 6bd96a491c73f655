import type { Mistake } from '#check';

export default {
  summary: 'Changes it without a question, and leaves the user with tokens that contain the old role.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "ctx.query('yes') !== 'true' && ",
      replace: "ctx.query('yes') === 'never' && ",
    },
    { file: 'commands/commands.controller.ts', find: '      await this.cutoffs.set(id, tx);\n', replace: '' },
  ],
  fails: {
    'users promote --yes makes an admin': 'cutoffs.set(id) is not called',
    'a change that fails is not reported as done': 'does not call cutoffs.set',
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'does not call terminal.ask',
    'without a person to ask, it refuses with exit code 2': 'the command asks although nobody is there',
  },
} satisfies Mistake;
