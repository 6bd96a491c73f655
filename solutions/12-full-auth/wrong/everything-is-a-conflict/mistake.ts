import type { Mistake } from '#check';

export default {
  summary: 'Every failure becomes a 409, even a full disk.',
  edits: [
    { file: 'auth/auth.controller.ts', find: 'if (error instanceof EmailTaken) throw', replace: 'throw' },
    { file: 'auth/auth.controller.ts', find: "import { EmailTaken } from '../users/email-taken.ts';\n", replace: '' },
  ],
  fails: {
    'a database that fails is 500, and only the log has the reason': 'every error becomes a 409',
  },
} satisfies Mistake;
