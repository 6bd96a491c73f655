import type { Mistake } from '#check';

export default {
  summary: 'The decoy has not the form of a hash, so bcrypt says no without any work.',
  edits: [{ file: 'auth/passwords.ts', find: "'.'.repeat(53)", replace: "'.'.repeat(52)" }],
  fails: {
    'an unknown email takes as long as a wrong password': '60 characters, the form of a bcrypt hash',
  },
} satisfies Mistake;
