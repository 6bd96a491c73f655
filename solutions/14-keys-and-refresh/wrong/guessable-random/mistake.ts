import type { Mistake } from '#check';

export default {
  summary: 'The key is made with Math.random().',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: "randomBytes(32).toString('base64url')",
      replace: "Buffer.from(Array.from({ length: 32 }, () => Math.floor(Math.random() * 256))).toString('base64url')",
    },
  ],
  fails: {
    'POST /auth/api-keys creates a key that nobody can guess': 'the key is made with Math.random()',
  },
} satisfies Mistake;
