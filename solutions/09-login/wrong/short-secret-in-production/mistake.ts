import type { Mistake } from '#check';

export default {
  summary: 'A short secret is only warned about, even in production.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "      if (process.env.NODE_ENV === 'production') throw new Error(problem);\n",
      replace: '',
    },
  ],
  fails: {
    'a secret of fewer than 32 bytes is warned about, and refused in production':
      'onStart does not throw in production',
  },
} satisfies Mistake;
