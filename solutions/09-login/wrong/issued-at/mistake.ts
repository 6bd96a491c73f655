import type { Mistake } from '#check';

export default {
  summary: 'The token has a claim that the contract does not have yet.',
  edits: [{ file: 'auth/tokens.service.ts', find: ', noTimestamp: true', replace: '' }],
  fails: {
    'the token has the claims user_id, email and exp': 'the option noTimestamp: true is missing',
  },
} satisfies Mistake;
