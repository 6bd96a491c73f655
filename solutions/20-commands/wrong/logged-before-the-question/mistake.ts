import type { Mistake } from '#check';

export default {
  summary: 'Logs the change before it asks. After a no, the log tells of an admin who does not exist.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "    if (ctx.query('yes')",
      replace:
        "    this.log.warn('role changed', { id: user.id, role: 'admin', by: 'cli' });\n    if (ctx.query('yes')",
    },
    {
      file: 'commands/commands.controller.ts',
      find: "    this.log.warn('role changed', { id, role: 'admin', by: 'cli' });\n",
      replace: '',
    },
  ],
  fails: {
    'a change that fails is not reported as done': 'logged before it is made',
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'the change is logged before the question',
  },
} satisfies Mistake;
