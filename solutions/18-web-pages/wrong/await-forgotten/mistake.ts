import type { Mistake } from '#check';

export default {
  summary: 'Asks a promise whether it is false. It never is.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "if (!(await this.users.setRole(email, 'admin')))",
      replace: "if (!this.users.setRole(email, 'admin'))",
    },
  ],
  fails: { 'what cannot be done is said on stderr, with the exit code 1': 'A promise is never false' },
} satisfies Mistake;
