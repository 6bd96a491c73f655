import type { Mistake } from '#check';

export default {
  summary: 'The list of algorithms contains none, the algorithm of tokens without a signature.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: `['HS256', 'HS384', 'HS512']`,
      replace: `['HS256', 'HS384', 'HS512', 'none' as 'HS256']`,
    },
  ],
  fails: {
    'verify decides which algorithms it accepts': 'or the option contains "none"',
  },
} satisfies Mistake;
