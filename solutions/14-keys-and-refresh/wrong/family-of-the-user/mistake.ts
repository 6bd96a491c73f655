import type { Mistake } from '#check';

export default {
  summary: 'All logins of a user share one family.',
  edits: [
    { file: 'auth/refresh-tokens.service.ts', find: 'id: randomUUID(), user_id', replace: 'id: user_id, user_id' },
  ],
  fails: {
    'a used refresh token revokes the tokens that descend from it': 'The attack "thief-first" succeeded',
    'other logins of the same user are not affected': 'the id of the user',
  },
} satisfies Mistake;
