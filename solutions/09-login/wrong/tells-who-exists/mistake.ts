import type { Mistake } from '#check';

export default {
  summary: 'An unknown email has a response of its own.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);',
      replace:
        "const body = await ctx.bind(LoginDTO);\n    const row = await this.users.findByEmail(body.email);\n    if (row === undefined) return ctx.status(404).json({ error: 'user not found' });\n    const user = await this.credentials.check(body, ctx.signal);",
    },
  ],
  fails: {
    'a login with an unknown email is 401': 'got 404',
    'a wrong password is 401, with the same body as an unknown email': 'which tells a stranger who has an account',
    'upper and lower case in the email make no difference': 'got 404',
    'an unknown email takes as long as a wrong password': 'got 404',
  },
} satisfies Mistake;
