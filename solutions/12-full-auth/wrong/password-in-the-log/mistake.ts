import type { Mistake } from '#check';

export default {
  summary: 'The body of a registration is printed, for debugging.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: '    const user = await this.#create(body, ctx.signal);',
      replace: '    console.log(body.email, body.password);\n    const user = await this.#create(body, ctx.signal);',
    },
  ],
  fails: {
    'neither the log nor a response contains a password, and the log contains no token': 'The log contains a password',
  },
} satisfies Mistake;
