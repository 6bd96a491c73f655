import type { Mistake } from '#check';

export default {
  summary: 'A body that does not fit is taken for a failure of the store.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'await ctx.bind(CreatePostDTO)',
      replace: 'await ctx.bind(CreatePostDTO).catch(storeFailed)',
    },
  ],
  fails: {
    'a body that does not fit is still 400': '`bind` stays outside of what you catch',
  },
} satisfies Mistake;
