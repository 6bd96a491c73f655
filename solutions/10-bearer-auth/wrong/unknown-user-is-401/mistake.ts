import type { Mistake } from '#check';

export default {
  summary: 'The handler turns every error of the store into a 401, and nothing is logged.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));`,
      replace: `try {
      return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));
    } catch {
      return ctx.status(401).json({ error: 'Invalid token' });
    }`,
    },
  ],
  fails: {
    'the table refuses a post of a user who does not exist': 'the handler catches the error of the table',
  },
} satisfies Mistake;
