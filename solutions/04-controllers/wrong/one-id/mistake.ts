import type { Mistake } from '#check';

export default {
  summary: 'Every post gets the same id, and takes the place of the one before.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '  readonly #posts = new Map<string, Post>();\n',
      replace: '  readonly #posts = new Map<string, Post>();\n  readonly #id = randomUUID();\n',
    },
    { file: 'posts/posts.controller.ts', find: 'id: randomUUID(), title', replace: 'id: this.#id, title' },
  ],
  fails: {
    'GET /posts/:id answers with the post': 'the post of the id in the path',
    'DELETE /posts/:id removes the post': 'the other post is gone too',
    'GET /admin/drafts answers with the posts that are not published': 'a list with the draft',
  },
} satisfies Mistake;
