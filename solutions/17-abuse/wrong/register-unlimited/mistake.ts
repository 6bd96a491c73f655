import type { Mistake } from '#check';

export default {
  summary: 'One network can register as many accounts as it likes.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "path: '/register', middlewares: [anyone, RegisterLimit]",
      replace: "path: '/register', middlewares: [anyone]",
    },
    { file: 'auth/auth.controller.ts', find: "import { RegisterLimit } from './register-limit.ts';\n", replace: '' },
  ],
  fails: {
    'a network can register 30 accounts in an hour': 'does not list RegisterLimit',
    'every authentication event is one line in the log': 'RegisterLimit does not set claimed_email',
  },
} satisfies Mistake;
