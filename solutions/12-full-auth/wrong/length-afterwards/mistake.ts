import type { Mistake } from '#check';

export default {
  summary: 'A password that is too long is refused, after the user has been created with it.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');\n    const user = await this.#create(body, ctx.signal);\n",
      replace:
        "    const user = await this.#create(body, ctx.signal);\n    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');\n",
    },
  ],
  fails: { 'a password that is too long is still 400': '`register` calls `fits` after `#create`' },
} satisfies Mistake;
