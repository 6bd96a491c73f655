import type { Mistake } from '#check';

export default {
  summary: 'Without --limit, the command lists everything.',
  edits: [{ file: 'commands/commands.controller.ts', find: '|| 20', replace: '|| 1000' }],
  fails: {
    'a remark goes to stderr, and stdout stays JSON': 'without --limit, the limit is not 20',
  },
} satisfies Mistake;
