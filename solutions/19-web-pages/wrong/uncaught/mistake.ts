import type { Mistake } from '#check';

export default {
  summary: 'Lets the error of bind pass. Someone who forgets a field loses the form.',
  edits: [{ file: 'pages/sign-in.controller.ts', find: '.catch(() => undefined)', replace: '' }],
  fails: {
    'a wrong password shows the form again, with the email and without the password': 'nothing catches it',
  },
} satisfies Mistake;
