import type { Mistake } from '#check';

export default {
  summary: 'The email is left for the audit when the guess was let through: a refusal has none.',
  edits: [
    { file: 'auth/login-limit.ts', find: "    ctx.set('claimed_email', email);\n", replace: '' },
    {
      file: 'auth/login-limit.ts',
      find: 'const answer = await next();',
      replace: "ctx.set('claimed_email', email);\n    const answer = await next();",
    },
  ],
  fails: { 'each authentication leaves one line': 'right after the bind, before it counts' },
} satisfies Mistake;
