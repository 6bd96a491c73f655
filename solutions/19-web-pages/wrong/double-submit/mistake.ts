import type { Mistake } from '#check';

export default {
  summary: 'Compares the field with a cookie. Anyone who can set the cookie knows the token.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "ctx.get('user') === undefined ? formIdOf(ctx) : readSessionCookie(ctx)",
      replace: 'formIdOf(ctx)',
    },
    {
      file: 'pages/csrf.ts',
      find: "createHmac('sha256', id).update('csrf').digest('base64url')",
      replace: 'id',
    },
  ],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms': 'the token is the value of the cookie',
  },
} satisfies Mistake;
