import type { Mistake } from '#check';

export default {
  summary: 'A stranger learns that the post exists.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `const post = await this.posts.update(ctx.param('id'), body, callerOf(ctx));
    return post ?? notFound(ctx);`,
      replace: `const post = await this.posts.update(ctx.param('id'), body, callerOf(ctx));
    return post ?? ctx.status(403).json({ error: 'Forbidden' });`,
    },
  ],
  fails: {
    'a post that does not exist is a 404, and so is one that belongs to somebody else': 'Expected status 404',
    'no other role can': 'Expected status 404',
  },
} satisfies Mistake;
