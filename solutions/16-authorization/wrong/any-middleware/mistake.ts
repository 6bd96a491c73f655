import type { Mistake } from '#check';

export default {
  summary: 'Every middleware counts as a decision.',
  edits: [
    {
      file: 'auth/policies.ts',
      find: `!middlewares.some((middleware) => policies.some((policy) => middleware instanceof policy))`,
      replace: `policies.length > 0 && middlewares.length === 0`,
    },
  ],
  fails: {
    'a route that says nothing about its callers keeps the program from starting': 'accepts every middleware',
  },
} satisfies Mistake;
