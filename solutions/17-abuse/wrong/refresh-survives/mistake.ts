import type { Mistake } from '#check';

export default {
  summary: 'The refresh token gets a new pair after the password has changed.',
  edits: [{ file: 'auth/tokens.controller.ts', find: 'user && isCurrent && ', replace: 'user && ' }],
  fails: {
    'a change of password ends all other ways in': 'family.started_at',
  },
} satisfies Mistake;
