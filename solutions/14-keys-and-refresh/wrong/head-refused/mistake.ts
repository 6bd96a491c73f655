import type { Mistake } from '#check';

export default {
  summary: 'A key that reads cannot send HEAD.',
  edits: [{ file: 'auth/api-key-auth.ts', find: "['GET', 'HEAD']", replace: "['GET']" }],
  fails: {
    'a key with the scope read still reads': 'the check refuses GET or HEAD',
  },
} satisfies Mistake;
