import type { Mistake } from '#check';

export default {
  summary: 'Of several credentials, the last one decides.',
  edits: [{ file: 'auth/accept.ts', find: 'ways.find(', replace: 'ways.findLast(' }],
  fails: {
    'one credential decides, and none of the others is tried': 'the token is invalid',
  },
} satisfies Mistake;
