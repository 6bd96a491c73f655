import type { Mistake } from '#check';

export default {
  summary: 'The password is trimmed before its bytes are counted, but not before it is hashed.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'Buffer.byteLength(password)',
      replace: 'Buffer.byteLength(password.trim())',
    },
  ],
  fails: { 'a password of more than 72 bytes is refused': '`fits` counts a trimmed password' },
} satisfies Mistake;
