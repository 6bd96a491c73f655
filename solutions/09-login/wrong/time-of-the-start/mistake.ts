import type { Mistake } from '#check';

export default {
  summary: 'The end is calculated once, when the program starts.',
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
    'the 24 hours begin with the login': 'The 24 hours begin with each login',
  },
} satisfies Mistake;
