import type { Mistake } from '#check';

export default {
  summary: 'Forgets the limit for guesses at this door.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: 'middlewares: [LoginLimit], handler: this.signIn',
      replace: 'handler: this.signIn',
    },
  ],
  fails: {
    'after five wrong passwords, the sign-in form is limited, too': 'has no middlewares',
  },
} satisfies Mistake;
