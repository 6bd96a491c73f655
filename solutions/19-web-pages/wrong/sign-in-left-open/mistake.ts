import type { Mistake } from '#check';

export default {
  summary: 'Checks the token only if there is a session. Another site can sign people in as somebody else.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: 'const { csrf } = await ctx.bind(CsrfInput);',
      replace: "if (ctx.get('user') === undefined) return next();\n    const { csrf } = await ctx.bind(CsrfInput);",
    },
  ],
  fails: {
    'the sign-in form has a token, too': 'only checks requests that have a session',
    'a neighbouring host can set cookies, and still not send our forms': 'Expected status 403',
  },
} satisfies Mistake;
