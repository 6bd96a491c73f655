import type { Mistake } from '#check';

export default {
  summary: 'The bytes are counted in UTF-16, where each letter has two.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'Buffer.byteLength(password)',
      replace: "Buffer.byteLength(password, 'utf16le')",
    },
  ],
  fails: {
    'a password of 72 bytes is accepted': '72 letters, one byte each in UTF-8',
    'a password of more than 72 bytes is refused': '25 characters of three bytes each',
  },
} satisfies Mistake;
