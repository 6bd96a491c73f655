import type { Mistake } from '#check';

export default {
  summary: 'fits counts two bytes for every character that is not ASCII, although some have three or four.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'Buffer.byteLength(password)',
      replace: "password.replace(/\\P{ASCII}/gu, 'xx').length",
    },
  ],
  fails: {
    'a password of more than 72 bytes is refused': 'these are 25 characters of three bytes each',
  },
} satisfies Mistake;
