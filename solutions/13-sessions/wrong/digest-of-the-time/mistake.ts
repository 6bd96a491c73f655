import type { Mistake } from '#check';

export default {
  summary: 'The session id looks random, and anyone who knows the time of the sign-in can compute it.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'const id = randomUUID();',
      replace: 'const id = digest(`${user_id} ${process.hrtime.bigint()}`);',
    },
    { file: 'auth/sessions.service.ts', find: "import { randomUUID } from 'node:crypto';\n", replace: '' },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id':
      'computed from something that others know',
  },
} satisfies Mistake;
