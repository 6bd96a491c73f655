import type { Mistake } from '#check';

export default {
  summary: 'The try block around the token also contains the check of the password.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: `    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'invalid credentials' });
    try {
`,
      replace: `    const body = await ctx.bind(LoginDTO);
    try {
      const user = await this.credentials.check(body, ctx.signal);
      if (user === undefined) return ctx.status(401).json({ error: 'invalid credentials' });
`,
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401':
      'the `try` block in `login` also contains the check of the password',
  },
} satisfies Mistake;
