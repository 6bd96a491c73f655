import type { Mistake } from '#check';

export default {
  summary: 'Returns the row of the user, with the hash of the password.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "return { id, email: user.email, role: 'admin' };",
      replace: "return { ...user, role: 'admin' };",
    },
  ],
  fails: {
    'users promote --yes makes an admin': 'contains the hash of the password',
  },
} satisfies Mistake;
