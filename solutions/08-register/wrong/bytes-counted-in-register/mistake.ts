import type { Mistake } from '#check';

export default {
  summary: 'The handler counts the bytes of the password itself, so the login would have to repeat it.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: `  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
`,
      replace: '',
    },
    {
      file: 'auth/auth.controller.ts',
      find: '!this.passwords.fits(password)',
      replace: 'Buffer.byteLength(password) > 72',
    },
  ],
  fails: { 'a password of more than 72 bytes is refused': '`register` counts the bytes itself' },
} satisfies Mistake;
