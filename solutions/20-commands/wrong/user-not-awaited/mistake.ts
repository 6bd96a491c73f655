import type { Mistake } from '#check';

export default {
  summary: 'Forgets `await` before findByEmail: a promise is never undefined.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'const user = await this.users.findByEmail(email);',
      replace: 'const user = this.users.findByEmail(email) as unknown as { id: string; name: string; email: string };',
    },
  ],
  fails: {
    'users promote --yes makes an admin': 'Value 2 is undefined',
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'a question with',
    'an unknown email is a sentence on stderr, with exit code 1, and without a question': '`await` is missing',
  },
} satisfies Mistake;
