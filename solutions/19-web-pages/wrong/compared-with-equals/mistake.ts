import type { Mistake } from '#check';

export default {
  summary: 'Compares the tokens with ===.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: 'return a.length === b.length && timingSafeEqual(a, b);',
      replace: 'return a.toString() === b.toString();',
    },
  ],
  fails: {
    'tokens are compared in constant time': 'compared with ===',
  },
} satisfies Mistake;
