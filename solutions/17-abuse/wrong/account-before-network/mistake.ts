import type { Mistake } from '#check';

export default {
  summary: 'An attempt that the network refuses counts against the account.',
  edits: [
    { file: 'auth/login-limit.ts', find: '[pair, everyone, account]', replace: '[pair, account, everyone]' },
    {
      file: 'auth/login-limit.ts',
      find: "throw new HttpError(429, 'Too many requests');",
      replace: "return ctx.status(429).json({ error: 'Too many requests' });",
    },
  ],
  fails: {
    'one network cannot lock an account': 'the account is not counted last',
    'an attempt that was refused leaves nothing in the store': 'returned instead of thrown',
  },
} satisfies Mistake;
