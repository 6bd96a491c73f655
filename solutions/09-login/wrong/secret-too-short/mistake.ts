import type { Mistake } from '#check';

export default {
  summary: 'A secret of 16 bytes is accepted.',
  edits: [{ file: 'auth/tokens.service.ts', find: 'const shortest = 32;', replace: 'const shortest = 16;' }],
  fails: {
    'a secret of fewer than 32 bytes stops the program at startup': 'the program starts',
  },
} satisfies Mistake;
