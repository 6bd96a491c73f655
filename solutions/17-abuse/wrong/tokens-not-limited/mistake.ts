import type { Mistake } from '#check';

export default {
  summary: 'One of the three logins has no limit.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: "path: '/auth/tokens', middlewares: [anyone, LoginLimit]",
      replace: "path: '/auth/tokens', middlewares: [anyone]",
    },
    { file: 'auth/tokens.controller.ts', find: "import { LoginLimit } from './login-limit.ts';\n", replace: '' },
  ],
  fails: {
    'after five wrong passwords in a minute, the right one is 429 too': 'this route does not list LoginLimit',
    'every authentication event is one line in the log': 'POST /auth/tokens',
  },
} satisfies Mistake;
