import type { Mistake } from '#check';

export default {
  summary: 'Cuts the list off without a word.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '    if (found.length > most) this.terminal.note(`Only the newest ${most} are shown. Use --limit to see more.`);\n',
      replace: '',
    },
  ],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'does not call terminal.note',
  },
} satisfies Mistake;
