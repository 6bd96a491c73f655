import type { Mistake } from '#check';

export default {
  summary: 'A console.log that shows a hash is still in the handler.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await this.passwords.hash(password, ctx.signal);',
      replace: `const hash = await this.passwords.hash(password, ctx.signal);
    console.log(hash);`,
    },
  ],
  fails: {
    'the password appears neither in the database nor in the log': 'perhaps the one that you added to look at a hash',
  },
} satisfies Mistake;
