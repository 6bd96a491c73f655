import type { Mistake } from '#check';

export default {
  summary: 'The user is in a field of the middleware, which all requests share.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "    ctx.set('user_id', claims.user_id);\n",
      replace: "    BearerAuth.user = claims.user_id;\n    ctx.set('user_id', claims.user_id);\n",
    },
    { file: 'auth/bearer-auth.ts', find: '  handle(', replace: "  static user = '';\n\n  handle(" },
    {
      file: 'posts/posts.controller.ts',
      find: "this.posts.create(body, ctx.get<string>('user_id'))",
      replace: 'this.posts.create(body, BearerAuth.user)',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "this.posts.byAuthor(ctx.get<string>('user_id'))",
      replace: 'this.posts.byAuthor(BearerAuth.user)',
    },
  ],
  fails: {
    'GET /my-posts while another user is writing does not change the author': 'that all requests share',
  },
} satisfies Mistake;
