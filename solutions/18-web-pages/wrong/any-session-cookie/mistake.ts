import type { Mistake } from '#check';

export default {
  summary: 'The token is made from the cookie, whether there is such a session or not.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "ctx.get('user') === undefined ? ctx.cookie(cookie) : readSessionCookie(ctx)",
      replace: 'readSessionCookie(ctx) || ctx.cookie(cookie)',
    },
  ],
  fails: {
    'a host next to ours can set cookies, and still not send our forms': 'nobody has a session with this identifier',
  },
} satisfies Mistake;
