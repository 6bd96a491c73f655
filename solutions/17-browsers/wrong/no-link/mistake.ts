import type { Mistake } from '#check';

export default {
  summary: 'The list is limited, and nobody can get the rest of it.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'return inPages(ctx, (page) => this.posts.list(page));',
      replace: 'return ctx && this.posts.list();',
    },
  ],
  fails: {
    'GET /posts responds with one page, and a link to the next one': 'does not use inPages',
  },
} satisfies Mistake;
