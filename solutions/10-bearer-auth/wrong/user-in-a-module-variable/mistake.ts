import type { Mistake } from '#check';

export default {
  summary: 'The user is in a variable of the module, which all requests share.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "    ctx.set('user_id', claims.user_id);\n    ctx.set('user_email', claims.email);\n",
      replace: '    current.user_id = claims.user_id;\n',
    },
    {
      file: 'auth/bearer-auth.ts',
      find: '/** Rejects',
      replace: "export const current = { user_id: '' };\n\n/** Rejects",
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'import { BearerAuth } from',
      replace: 'import { BearerAuth, current } from',
    },
    { file: 'posts/posts.controller.ts', find: "ctx.get<string>('user_id')", replace: 'current.user_id' },
  ],
  fails: {
    'BearerAuth stores user_id and user_email in the context': 'that all requests share',
    'the values are in the context before the handler runs': 'does not call ctx.set',
    'users who write at the same time keep their own posts': 'that all requests share',
  },
} satisfies Mistake;
