import type { Mistake } from '#check';

export default {
  summary: 'A password of exactly 72 bytes is refused.',
  edits: [{ file: 'auth/passwords.ts', find: '<= 72', replace: '< 72' }],
  fails: {
    'a password of 72 bytes is accepted': '36 characters and 72 bytes',
  },
} satisfies Mistake;
