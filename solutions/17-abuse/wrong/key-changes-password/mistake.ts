import type { Mistake } from '#check';

export default {
  summary: 'An API key can change the password of its owner.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '[accept(BearerAuth, SessionAuth), LoginLimit]',
      replace: '[accept(BearerAuth, SessionAuth, ApiKeyAuth), LoginLimit]',
    },
    {
      file: 'auth/password.controller.ts',
      find: "import { BearerAuth } from './bearer-auth.ts';",
      replace: "import { ApiKeyAuth } from './api-key-auth.ts';\nimport { BearerAuth } from './bearer-auth.ts';",
    },
  ],
  fails: {
    'changing a password needs the current one': 'the route accepts ApiKeyAuth',
  },
  mayFail: ['a change of password ends all other ways in', 'the user who changed the password stays signed in'],
} satisfies Mistake;
