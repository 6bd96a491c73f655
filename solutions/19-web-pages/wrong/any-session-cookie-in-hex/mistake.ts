import type { Mistake } from '#check';

export default {
  summary: 'Writes the token in hex, and uses the cookie session_id even if there is no such session.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "digest('base64url')",
      replace: "digest('hex')",
    },
    {
      file: 'pages/csrf.ts',
      find: "return ctx.get('user') === undefined ? formIdOf(ctx) : readSessionCookie(ctx);",
      replace: 'return readSessionCookie(ctx) || formIdOf(ctx);',
    },
  ],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms': 'browserId uses the cookie',
  },
} satisfies Mistake;
