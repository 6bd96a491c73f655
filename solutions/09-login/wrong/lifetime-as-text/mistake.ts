import type { Mistake } from '#check';

export default {
  summary: 'A text of digits is milliseconds to jsonwebtoken: the token is good for a minute and a half.',
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
    'the token says who, and until when, and no more': 'a claim exp that lies 86400 seconds ahead',
    'the 24 hours begin with the login': 'a claim exp that lies 86400 seconds ahead',
  },
} satisfies Mistake;
