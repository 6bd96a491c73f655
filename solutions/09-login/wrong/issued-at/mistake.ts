import type { Mistake } from '#check';

export default {
  summary: 'jsonwebtoken adds a claim that nobody asked for.',
  edits: [{ file: 'auth/tokens.service.ts', find: ', noTimestamp: true', replace: '' }],
  fails: {
    'the token says who, and until when, and no more': 'noTimestamp: true',
  },
} satisfies Mistake;
