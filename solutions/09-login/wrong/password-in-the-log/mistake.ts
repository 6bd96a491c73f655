import type { Mistake } from '#check';

export default {
  summary: 'The body of the login is printed.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);',
      replace:
        "const body = await ctx.bind(LoginDTO);\n    console.log('login', body);\n    const user = await this.credentials.check(body, ctx.signal);",
    },
  ],
  fails: {
    'the log contains no password': 'prints the body of the login',
  },
} satisfies Mistake;
