import type { Mistake } from '#check';

export default {
  summary: 'Compares a promise with undefined. It never is.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'const user = await this.users.findByEmail(email);',
      replace: 'const user = this.users.findByEmail(email) as unknown as { id: string; name: string; email: string };',
    },
  ],
  fails: { 'an unknown email is an error on stderr, with exit code 1': '`await` is missing' },
} satisfies Mistake;
