import type { Mistake } from '#check';

export default {
  summary: 'Asks for a token only where there is a session. Another site can sign people in, as somebody else.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: 'const { csrf } = await ctx.bind(CsrfInput);',
      replace: "if (readSessionCookie(ctx) === '') return next();\n    const { csrf } = await ctx.bind(CsrfInput);",
    },
  ],
  fails: { 'the sign-in form has a token, too': 'who has no session yet gets a random cookie with the form' },
} satisfies Mistake;
