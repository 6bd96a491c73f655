import type { Mistake } from '#check';

export default {
  summary: 'A token is accepted from the URL as well, where logs and the history of a browser keep it.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: `ctx.header('Authorization')`,
      replace: `ctx.header('Authorization') || (ctx.query('token') && \`Bearer \${ctx.query('token')}\`)`,
    },
  ],
  fails: {
    'a token in the URL is ignored': 'BearerAuth accepts the token from the URL',
  },
} satisfies Mistake;
