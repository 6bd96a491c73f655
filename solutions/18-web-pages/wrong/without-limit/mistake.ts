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
    'five wrong passwords close this door, too': 'has no middlewares',
  },
} satisfies Mistake;
