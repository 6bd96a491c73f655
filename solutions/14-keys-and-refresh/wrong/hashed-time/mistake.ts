import type { Mistake } from '#check';

export default {
  summary: 'The key is the hash of the current time.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: "randomBytes(32).toString('base64url')",
      replace: "createHash('sha256').update(String(performance.now())).digest('base64url')",
    },
    { file: 'auth/api-keys.service.ts', find: 'import { randomBytes }', replace: 'import { createHash }' },
  ],
  fails: { 'POST /auth/api-keys creates a key that nobody can guess': 'Hashing does not add randomness' },
} satisfies Mistake;
