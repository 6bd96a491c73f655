import type { Mistake } from '#check';

export default {
  summary: 'The email is stored after counting, so a refusal has none.',
  edits: [
    { file: 'auth/login-limit.ts', find: "    ctx.set('claimed_email', email);\n", replace: '' },
    {
      file: 'auth/login-limit.ts',
      find: '      result = await next();',
      replace: "      ctx.set('claimed_email', email);\n      result = await next();",
    },
  ],
  fails: {
    'every authentication event is one line in the log': 'sets it after it has counted',
  },
} satisfies Mistake;
