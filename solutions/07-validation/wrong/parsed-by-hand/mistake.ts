import type { Mistake } from '#check';

export default {
  summary: 'The body is parsed as before, and what is wrong with it is found too late.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'await ctx.bind(CreatePostDTO)',
      replace: 'JSON.parse(String(await ctx.request.body())) as CreatePostDTO',
    },
  ],
  fails: {
    'POST /posts with any other body is 400 Invalid request': 'ctx.bind(…) reads the body for you',
  },
} satisfies Mistake;
