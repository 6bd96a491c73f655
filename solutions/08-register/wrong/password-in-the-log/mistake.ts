import type { Mistake } from '#check';

export default {
  summary: 'What was sent is printed, password included.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await',
      replace: "console.log('registering', { email, name, password });\n    const hash = await",
    },
  ],
  fails: {
    'the password itself stands nowhere: not in the database, not in the log': 'The password stands in the log',
  },
} satisfies Mistake;
