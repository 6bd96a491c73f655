import type { Mistake } from '#check';

export default {
  summary: 'A try block around everything in update responds with 400, even if the database has failed.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(UpdatePostDTO);',
      replace: 'try {\n    const body = await ctx.bind(UpdatePostDTO);',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body);",
      replace: `return await this.posts.update(ctx.param('id'), body);
    } catch {
      return ctx.status(400).json({ error: 'Invalid request' });
    }`,
    },
  ],
  fails: {
    'PUT with an invalid body is 400 and changes nothing': 'ctx.bind(…) is in a try block',
    'PUT of a post that does not exist is still 500': 'the handler catches the errors of the service as well',
  },
} satisfies Mistake;
