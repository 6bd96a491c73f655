import type { Mistake } from '#check';

export default {
  summary: 'A secret of 16 bytes is accepted.',
  edits: [{ file: 'auth/tokens.service.ts', find: 'const shortest = 32;', replace: 'const shortest = 16;' }],
  fails: {
    'a secret of fewer than 32 bytes is warned about, and refused in production':
      'With a JWT_SECRET of 31 bytes, the log does not mention it',
  },
} satisfies Mistake;
