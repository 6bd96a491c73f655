import type { Mistake } from '#check';

export default {
  summary: 'Makes the token from session_id, whether there is such a session or not.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "ctx.get('user') === undefined ? formIdOf(ctx) : readSessionCookie(ctx)",
      replace: 'readSessionCookie(ctx) || formIdOf(ctx)',
    },
  ],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms': 'nobody has a session with this id',
  },
} satisfies Mistake;
