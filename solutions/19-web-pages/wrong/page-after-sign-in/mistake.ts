import type { Mistake } from '#check';

export default {
  summary: 'Responds to the form with a page. A reload sends the password again.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: "signIn.startedAt));\n    return ctx.redirect('/', 303);",
      replace: 'signIn.startedAt));\n    return signInView(ctx);',
    },
  ],
  fails: {
    'the right password signs in, and redirects to /': 'Reloading it would send the password again',
    'signing in ends the previous session': 'Expected status 303',
  },
} satisfies Mistake;
