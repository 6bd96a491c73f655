import type { Mistake } from '#check';

export default {
  summary: 'Declares --json, and does nothing with it.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'return json ? this.terminal.json(posts) : posts;',
      replace: 'return json ? posts : posts;',
    },
  ],
  fails: {
    '--drafts lists drafts, and --json prints JSON on a terminal, too': '--json has no effect on a terminal',
  },
} satisfies Mistake;
