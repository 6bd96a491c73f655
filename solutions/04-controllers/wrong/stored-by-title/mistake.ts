import type { Mistake } from '#check';

export default {
  summary: 'create stores the post under its title.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'this.#posts.set(post.id, post);',
      replace: 'this.#posts.set(post.title, post);',
    },
  ],
  fails: {
    'GET /posts/:id responds with the post': 'create stores the post under a key other than its id',
    'PUT /posts/:id replaces the post': 'record not found',
    'PUT /posts/:id without published makes the post a draft': 'record not found',
    'DELETE /posts/:id removes the post': '404',
    'GET /admin/drafts responds with the posts that are not published': 'record not found',
  },
} satisfies Mistake;
