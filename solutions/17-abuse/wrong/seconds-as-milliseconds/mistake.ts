import type { Mistake } from '#check';

export default {
  summary: 'Compares seconds with milliseconds: after a cutoff, every token is too old.',
  edits: [{ file: 'auth/bearer-auth.ts', find: 'claims.iat * 1000', replace: 'claims.iat' }],
  fails: {
    'a dismissed admin has lost the old token': 'a token that was issued after the cutoff is refused',
    'the user who changed the password stays signed in': 'BearerAuth rejects a token that is newer',
  },
  mayFail: ['PUT /auth/password is limited like a login'],
} satisfies Mistake;
