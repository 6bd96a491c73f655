import type { Mistake } from '#check';

export default {
  summary: 'Takes everything but "n" for a yes.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'return /^y(es)?$/i.test((await this.terminal.ask(`${question} [y/N] `)).trim());',
      replace: "return (await this.terminal.ask(`${question} [y/N] `)).trim() !== 'n';",
    },
  ],
  fails: {
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'The default, N, must be the harmless one',
  },
} satisfies Mistake;
