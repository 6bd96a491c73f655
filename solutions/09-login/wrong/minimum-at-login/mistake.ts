import type { Mistake } from '#check';

export default {
  summary: 'The rules for choosing a password are asked of those who have one.',
  edits: [
    {
      file: 'auth/auth.dto.ts',
      find: "@field('required') password!: string;",
      replace: "@field('required,min=8') password!: string;",
    },
  ],
  fails: {
    'a login with an unknown email is 401': 'a password, of whatever length',
  },
} satisfies Mistake;
