import type { Mistake } from '#check';

export default {
  summary: 'Ends the tokens of the user before it asks. A no logs the user out all the same.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "    if (ctx.query('yes')",
      replace: "    await this.cutoffs.set(user.id);\n    if (ctx.query('yes')",
    },
    {
      file: 'commands/commands.controller.ts',
      find: '      await this.cutoffs.set(id, tx);\n',
      replace: '',
    },
  ],
  fails: {
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'a no logs the user out',
  },
} satisfies Mistake;
