import type { Mistake } from '#check';

export default {
  summary: 'Characters are counted, but bcrypt counts bytes.',
  edits: [
    { file: 'auth/passwords.ts', find: 'Buffer.byteLength(password) <= 72', replace: '[...password].length <= 72' },
  ],
  fails: {
    'a password of more than 72 bytes is refused': '37 characters, but 74 bytes',
  },
} satisfies Mistake;
