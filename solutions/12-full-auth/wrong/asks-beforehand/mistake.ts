import type { Mistake } from '#check';

export default {
  summary: 'A query decides whether the email is taken, and another registration slips in between.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: `    const hash = await this.passwords.hash(password, signal);
    try {`,
      replace: `    const hash = await this.passwords.hash(password, signal);
    if (await this.users.findByEmail(email)) throw new HttpError(409, 'Email already registered');
    try {`,
    },
    {
      file: 'auth/auth.controller.ts',
      find: `      if (error instanceof EmailTaken) throw new HttpError(409, 'Email already registered');
`,
      replace: '',
    },
    { file: 'auth/auth.controller.ts', find: "import { EmailTaken } from '../users/email-taken.ts';\n", replace: '' },
  ],
  fails: {
    'of five simultaneous registrations with one email, one succeeds and four are 409':
      'other than the unique constraint',
  },
} satisfies Mistake;
