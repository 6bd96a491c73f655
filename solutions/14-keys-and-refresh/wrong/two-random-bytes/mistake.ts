import type { Mistake } from '#check';

export default {
  summary: 'The key consists of two random bytes, repeated.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: "randomBytes(32).toString('base64url')",
      replace: "randomBytes(2).toString('hex').repeat(11).slice(0, 43)",
    },
  ],
  fails: {
    'POST /auth/api-keys creates a key that nobody can guess': 'the key has only 2 random bytes',
  },
} satisfies Mistake;
