import type { Mistake } from '#check';

export default {
  summary: 'An unknown email has an answer of its own.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const user = await this.credentials.check(await ctx.bind(LoginDTO));',
      replace: [
        'const body = await ctx.bind(LoginDTO);',
        '    const row = await this.users.findByEmail(body.email);',
        "    if (row === undefined) return ctx.status(404).json({ error: 'user not found' });",
        '    const user = await this.credentials.check(body);',
      ].join('\n'),
    },
  ],
  fails: {
    'a login with an unknown email is 401': 'got 404',
    'a wrong password is 401, and says the same as an unknown email': 'Everything else tells who has an account',
    'an unknown email takes as long as a wrong password': 'got 404',
  },
} satisfies Mistake;
