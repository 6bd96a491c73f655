import type { Mistake } from '#check';

export default {
  summary: 'The 400 for a password that is too long is thrown inside the try, and its own catch turns it into a 500.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');\n",
      replace: '',
    },
    {
      file: 'auth/auth.controller.ts',
      find: '      return await this.users.create',
      replace:
        "      if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');\n      return await this.users.create",
    },
  ],
  fails: {
    'a password that is too long is still 400': 'Call it in `register`',
  },
} satisfies Mistake;
