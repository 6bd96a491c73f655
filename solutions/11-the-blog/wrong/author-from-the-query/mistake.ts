import type { Mistake } from '#check';

export default {
  summary: 'The query string can name another author.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.byAuthor(ctx.get<string>('user_id'));",
      replace: "return this.posts.byAuthor(ctx.query('user_id') || ctx.get<string>('user_id'));",
    },
  ],
  fails: { 'GET /my-posts of a user without posts is an empty array': 'takes the author from the query string' },
} satisfies Mistake;
