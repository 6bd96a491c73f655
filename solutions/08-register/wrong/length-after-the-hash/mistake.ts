import type { Mistake } from '#check';

export default {
  summary: 'The length is checked after the password was hashed.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');\n    const hash = await this.passwords.hash(password, ctx.signal);",
      replace:
        "const hash = await this.passwords.hash(password, ctx.signal);\n    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');",
    },
  ],
  fails: {
    'a password that is too long is refused before anything is hashed':
      '`register` calls `fits` after the password was hashed',
  },
} satisfies Mistake;
