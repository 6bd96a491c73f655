import type { Mistake } from '#check';

export default {
  summary: 'Checks the forms of signed-in users and the sign-in, and forgets the form for new users.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "['GET', 'HEAD', 'OPTIONS'].includes(ctx.request.method)",
      replace: "['GET', 'HEAD', 'OPTIONS'].includes(ctx.request.method) || ctx.request.path === '/auth/register'",
    },
  ],
  fails: {
    'a form without the token of this browser is refused': 'Csrf lets this form through',
  },
} satisfies Mistake;
