import type { Mistake } from '#check';

export default {
  summary: 'Sets a role that nothing asks for.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "await this.users.changeRole(id, 'admin', tx);",
      replace: "await this.users.changeRole(id, 'Admin', tx);",
    },
  ],
  fails: {
    'users promote --yes makes an admin': 'the role is misspelt',
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'to be "admin"',
  },
} satisfies Mistake;
