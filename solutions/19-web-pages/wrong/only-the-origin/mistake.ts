import type { Mistake } from '#check';

export default {
  summary: 'Trusts the header Origin alone. A browser that does not send it sends every form.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: 'Visitor, CrossOriginProtection, Csrf]',
      replace: 'Visitor, CrossOriginProtection]',
    },
  ],
  fails: {
    'a page of another site cannot send our forms': 'succeeded',
    'a form without the token of this browser is refused': 'Csrf is not among the middlewares',
    'a token is valid for one session': 'the same for everyone',
    'the sign-in form has a token, too': 'Expected status 403',
    'a neighbouring host can set cookies, and still not send our forms': 'Expected status 403',
    'tokens are compared in constant time': 'never called',
  },
} satisfies Mistake;
