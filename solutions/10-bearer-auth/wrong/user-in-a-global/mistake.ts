import type { Mistake } from '#check';

export default {
  summary: 'The user is in the context, but the handler reads a global.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "    ctx.set('user_id', claims.user_id);\n    ctx.set('user_email', claims.email);\n",
      replace:
        "    ctx.set('user_id', claims.user_id);\n    ctx.set('user_email', claims.email);\n    (globalThis as { user?: string }).user = claims.user_id;\n",
    },
    {
      file: 'posts/posts.controller.ts',
      find: "ctx.get<string>('user_id')",
      replace: "(globalThis as { user?: string }).user ?? ''",
    },
  ],
  fails: {
    'users who write at the same time keep their own posts': 'that all requests share',
  },
} satisfies Mistake;
