import type { Mistake } from '#check';

export default {
  summary: 'The current password can be guessed without a limit.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '[accept(BearerAuth, SessionAuth), LoginLimit]',
      replace: '[accept(BearerAuth, SessionAuth)]',
    },
    { file: 'auth/password.controller.ts', find: "import { LoginLimit } from './login-limit.ts';\n", replace: '' },
  ],
  fails: {
    'PUT /auth/password is limited like a login': 'does not list LoginLimit',
  },
} satisfies Mistake;
