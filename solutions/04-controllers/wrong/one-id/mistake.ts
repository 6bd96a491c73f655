import type { Mistake } from '#check';

export default {
  summary: 'Every post gets the same id and replaces the one before.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '  readonly #posts = new Map<string, Post>();\n',
      replace: '  readonly #posts = new Map<string, Post>();\n  readonly #id = randomUUID();\n',
    },
    { file: 'posts/posts.controller.ts', find: 'id: randomUUID(), title', replace: 'id: this.#id, title' },
  ],
  fails: {
    'GET /posts lists the posts that were created': 'under its own id',
    'GET /posts/:id responds with the post': 'show does not look the post up',
    'DELETE /posts/:id removes the post': 'delete removes other posts, too',
    'GET /admin/drafts responds with the posts that are not published': 'an array that contains the draft',
  },
} satisfies Mistake;
