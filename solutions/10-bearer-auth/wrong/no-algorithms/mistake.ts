import type { Mistake } from '#check';

export default {
  summary: 'The library decides which algorithms are accepted.',
  edits: [{ file: 'auth/tokens.service.ts', find: "        algorithms: ['HS256', 'HS384', 'HS512'],\n", replace: '' }],
  fails: {
    'verify decides which algorithms it accepts': 'without the option `algorithms`',
  },
} satisfies Mistake;
