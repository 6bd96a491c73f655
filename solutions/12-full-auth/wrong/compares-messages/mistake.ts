import type { Mistake } from '#check';

export default {
  summary: 'The controller recognizes the error by its message, which somebody will improve one day.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'error instanceof EmailTaken',
      replace: "(error as Error).message === 'email already registered'",
    },
    { file: 'auth/auth.controller.ts', find: "import { EmailTaken } from '../users/email-taken.ts';\n", replace: '' },
  ],
  fails: {
    'an email that is already registered is 409, in any letter case': 'compares the message of the error',
    'of five simultaneous registrations with one email, one succeeds and four are 409':
      'compares the message of the error',
  },
} satisfies Mistake;
