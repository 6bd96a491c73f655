import type { Mistake } from '#check';

export default {
  summary: 'The handler decodes the token again instead of asking the context.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'import { type Context,',
      replace: "import jwt from 'jsonwebtoken';\nimport { type Context,",
    },
    {
      file: 'posts/posts.controller.ts',
      find: "ctx.get<string>('user_id')",
      replace: "(jwt.decode(ctx.header('Authorization').slice(7)) as { user_id: string }).user_id",
    },
  ],
  fails: {
    'users who write at the same time keep their own posts': 'the handler reads the token a second time',
  },
} satisfies Mistake;
