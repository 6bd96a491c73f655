import type { Mistake } from '#check';

export default {
  summary: 'The body is parsed as before, so invalid bodies are found too late or not at all.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'await ctx.bind(CreatePostDTO)',
      replace: 'JSON.parse(String(await ctx.request.body())) as CreatePostDTO',
    },
  ],
  fails: {
    'POST /posts with a title and content is 201': 'the handler does not call ctx.bind(…)',
    'POST /posts with any other body is 400 Invalid request': 'the handler parses the body itself',
    'POST /posts limits the length of both fields': 'the handler does not call ctx.bind(…)',
  },
} satisfies Mistake;
