import type { Mistake } from '#check';

export default {
  summary: 'The expiry is calculated once, at startup.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'const lifetime = 24 * 60 * 60;',
      replace: 'const lifetime = 24 * 60 * 60;\nconst exp = Math.floor(Date.now() / 1000) + lifetime;',
    },
    {
      file: 'auth/tokens.service.ts',
      find: 'const exp = Math.floor(this.clock.now() / 1000) + lifetime;\n',
      replace: '',
    },
  ],
  fails: {
    'the 24 hours start with the login': 'the expiry is not calculated at the login',
  },
} satisfies Mistake;
