import type { Mistake } from '#check';

export default {
  summary: 'The user who changes the password is signed out, too.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '    if (opened.session) setSessionCookie(ctx, opened.session);\n',
      replace: '',
    },
  ],
  fails: {
    'the user who changed the password stays signed in': 'no new one was created',
  },
} satisfies Mistake;
