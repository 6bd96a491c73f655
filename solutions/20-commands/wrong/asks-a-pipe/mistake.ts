import type { Mistake } from '#check';

export default {
  summary: 'Takes a line from a pipe for the answer of a person.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "    if (!this.terminal.isInteractive) throw new UsageError('There is nobody to ask. Add --yes if you are sure.');\n",
      replace: '',
    },
    { file: 'commands/commands.controller.ts', find: ", UsageError } from 'trellis'", replace: " } from 'trellis'" },
  ],
  fails: {
    'without a person to ask, it refuses with exit code 2': 'the command asks although nobody is there',
  },
} satisfies Mistake;
