import type { Mistake } from '#check';

export default {
  summary: 'jsonwebtoken reads a string of digits as milliseconds.',
  edits: [
    { file: 'auth/tokens.service.ts', find: 'user_id: id, email, exp }', replace: 'user_id: id, email }' },
    {
      file: 'auth/tokens.service.ts',
      find: 'noTimestamp: true',
      replace: 'noTimestamp: true, expiresIn: String(lifetime)',
    },
    {
      file: 'auth/tokens.service.ts',
      find: 'const exp = Math.floor(this.clock.now() / 1000) + lifetime;\n',
      replace: '',
    },
  ],
  fails: {
    'the token has the claims user_id, email and exp': 'seconds after the login',
    'the 24 hours start with the login': 'seconds after the login',
  },
} satisfies Mistake;
