import type { Mistake } from '#check';

export default {
  summary: 'A missing post is 404 to PUT, and the contract says otherwise.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body).catch(storeFailed);",
      replace:
        "return this.posts.update(ctx.param('id'), body).catch(() => ctx.status(404).json({ error: 'Post not found' }));",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500 with the words "record not found"': 'got 404',
    'whatever the store says on create, update and delete, the client hears': 'got 404',
    'the whole tour, from the registration to the last delete': 'got 404',
  },
} satisfies Mistake;
