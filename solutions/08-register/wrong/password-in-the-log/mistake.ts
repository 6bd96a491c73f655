import type { Mistake } from '#check';

export default {
  summary: 'The request body is printed, with the password.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await',
      replace: "console.log('registering', { email, name, password });\n    const hash = await",
    },
  ],
  fails: {
    'the password appears neither in the database nor in the log': 'The log contains the password',
  },
} satisfies Mistake;
