import type { Mistake } from '#check';

export default {
  summary: 'Changes the role first, and ends the tokens after that. If the second fails, the first stays.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'await this.db.transaction(async (tx) => {',
      replace: 'const tx = this.db;\n    {',
    },
    {
      file: 'commands/commands.controller.ts',
      find: 'await this.cutoffs.set(id, tx);\n    });',
      replace: 'await this.cutoffs.set(id, tx);\n    }',
    },
  ],
  fails: {
    'a change that fails is not reported as done': 'not in one transaction',
  },
} satisfies Mistake;
