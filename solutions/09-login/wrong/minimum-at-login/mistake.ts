import type { Mistake } from '#check';

export default {
  summary: 'The rule for choosing a password is applied to people who have one already.',
  edits: [
    {
      file: 'auth/auth.dto.ts',
      find: "@field('required') password!: string;",
      replace: "@field('required,min=8') password!: string;",
    },
  ],
  fails: {
    'a login with an unknown email is 401': 'a rule for the length of the password',
    'a wrong password is 401, with the same body as an unknown email': 'got 400',
  },
} satisfies Mistake;
