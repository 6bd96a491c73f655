import type { Mistake } from '#check';

export default {
  summary: 'Every error of bind becomes a 400 that the handler throws itself, even if the body is too large.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'type Context, type Controller, inject',
      replace: 'type Context, type Controller, HttpError, inject',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(CreatePostDTO);',
      replace: `const body = await ctx.bind(CreatePostDTO).catch(() => {
      throw new HttpError(400, 'Invalid request');
    });`,
    },
  ],
  fails: {
    'POST /posts limits the length of both fields': 'turns every error of ctx.bind(…) into a 400',
  },
} satisfies Mistake;
