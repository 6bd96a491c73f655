import type { Mistake } from '#check';

export default {
  summary: 'An invalid body is treated as an error of the database.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'await ctx.bind(CreatePostDTO)',
      replace: 'await ctx.bind(CreatePostDTO).catch(storeFailed)',
    },
  ],
  fails: {
    'an invalid body is still 400': 'the error of ctx.bind(…) is caught, too',
  },
} satisfies Mistake;
