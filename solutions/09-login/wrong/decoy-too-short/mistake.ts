import type { Mistake } from '#check';

export default {
  summary: 'The decoy does not have the form of a hash, so bcrypt returns false without any work.',
  edits: [{ file: 'auth/passwords.ts', find: "'.'.repeat(53)", replace: "'.'.repeat(52)" }],
  fails: {
    'an unknown email takes as long as a wrong password': '60 characters, in the form of a bcrypt hash',
  },
} satisfies Mistake;
