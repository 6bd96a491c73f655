import type { Mistake } from '#check';

export default {
  summary: 'Writes the remark where the result is.',
  edits: [{ file: 'commands/commands.controller.ts', find: 'this.terminal.note(', replace: 'console.log(' }],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'the remark is on stdout',
  },
} satisfies Mistake;
