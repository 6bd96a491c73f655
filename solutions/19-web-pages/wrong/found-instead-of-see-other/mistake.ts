import type { Mistake } from '#check';

export default {
  summary:
    'Redirects with 302, as frameworks did for a long time. What a browser does after a 302 is not defined as clearly.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: "signIn.startedAt));\n    return ctx.redirect('/', 303);",
      replace: "signIn.startedAt));\n    return ctx.redirect('/', 302);",
    },
  ],
  fails: {
    'the right password signs in, and redirects to /': 'the status of the redirect is not 303',
    'signing in ends the previous session': 'Expected status 303',
  },
} satisfies Mistake;
