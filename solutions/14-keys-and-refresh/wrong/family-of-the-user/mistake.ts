import type { Mistake } from '#check';

export default {
  summary: 'All logins of a user share one family.',
  edits: [
    { file: 'auth/refresh-tokens.service.ts', find: 'id: randomUUID(), user_id', replace: 'id: user_id, user_id' },
  ],
  fails: {
    'a used refresh token revokes the tokens that descend from it': 'The attack "thief-first" succeeded',
    'other logins of the same user are not affected': 'the id of the user',
    'a family ends 30 days after the login, however often it is refreshed': 'one of the tokens was refused',
  },
} satisfies Mistake;
