import type { Mistake } from '#check';

export default {
  summary: 'Only POST /posts compares the size of its body, so a login can still send a large one.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'type Controller, inject,',
      replace: 'type Controller, HttpError, inject,',
    },
    { file: 'app.options.ts', find: 'body: 64 * 1024, ', replace: '' },
    {
      file: 'posts/posts.controller.ts',
      find: '    const body = await ctx.bind(CreatePostDTO);',
      replace:
        "    if (Number(ctx.header('Content-Length')) > 64 * 1024) throw new HttpError(413);\n    const body = await ctx.bind(CreatePostDTO);",
    },
  ],
  fails: {
    'a body of more than 64 KiB is 413': 'other routes still read everything',
  },
} satisfies Mistake;
