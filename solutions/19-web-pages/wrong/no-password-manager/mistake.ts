import type { Mistake } from '#check';

export default {
  summary: 'Password managers do not fill in the form.',
  edits: [{ file: 'pages/sign-in.views.ts', find: ", autocomplete: 'current-password'", replace: '' }],
  fails: {
    'GET /auth/sign-in is a form with an email and a password': 'the field has no autocomplete of its own',
  },
} satisfies Mistake;
