import type { Mistake } from '#check';

export default {
  summary: 'Logs the email of the new admin instead of the id.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "{ id, role: 'admin', by: 'cli' }",
      replace: "{ email, role: 'admin', by: 'cli' }",
    },
  ],
  fails: {
    'users promote --yes makes an admin': 'names the user by something else',
  },
} satisfies Mistake;
