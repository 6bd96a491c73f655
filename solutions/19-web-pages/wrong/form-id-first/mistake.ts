import type { Mistake } from '#check';

export default {
  summary: 'Prefers form_id to the session. A neighbouring host can set form_id, and so it knows the token.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "ctx.get('user') === undefined ? formIdOf(ctx) : readSessionCookie(ctx)",
      replace: "formIdOf(ctx) || (ctx.get('user') === undefined ? '' : readSessionCookie(ctx))",
    },
  ],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms': 'only that one may count',
  },
} satisfies Mistake;
