import type { Mistake } from '#check';

export default {
  summary:
    'Writes the password field by hand. Its label names an id that no field has, so a screen reader announces a field without a name.',
  edits: [
    {
      file: 'pages/sign-in.views.ts',
      find: "${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}",
      replace:
        '<label for="password">Password</label><input name="password" type="password" autocomplete="current-password">',
    },
  ],
  fails: {
    'GET /auth/sign-in is a form with an email and a password': 'the input has no such id',
  },
} satisfies Mistake;
