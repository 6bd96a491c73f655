import type { Mistake } from '#check';

export default {
  summary: 'The library decides which algorithms are accepted.',
  edits: [{ file: 'auth/tokens.service.ts', find: "        algorithms: ['HS256', 'HS384', 'HS512'],\n", replace: '' }],
  fails: {
    'verify returns two claims, names its algorithms, and asks the Clock':
      'jwt.verify is called without the option `algorithms`, or the',
  },
} satisfies Mistake;
