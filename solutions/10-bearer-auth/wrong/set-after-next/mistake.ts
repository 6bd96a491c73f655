import type { Mistake } from '#check';

export default {
  summary: 'The context gets the email of the user after the handler has started.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "    ctx.set('user_email', claims.email);\n    return next();",
      replace: "    const result = next();\n    ctx.set('user_email', claims.email);\n    return result;",
    },
  ],
  fails: {
    'BearerAuth stores user_id and user_email in the context, before the handler runs':
      'BearerAuth does not call ctx.set(…), or calls it after',
  },
} satisfies Mistake;
