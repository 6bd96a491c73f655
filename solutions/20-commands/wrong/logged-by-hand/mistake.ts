import type { Mistake } from '#check';

export default {
  summary: 'Writes to stderr instead of the log: no level, no fields.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "this.log.warn('role changed', { id, role: 'admin', by: 'cli' });",
      replace: "console.error('role changed');",
    },
  ],
  fails: {
    'users promote --yes makes an admin': 'the line is not written with',
  },
} satisfies Mistake;
