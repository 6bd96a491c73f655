import type { Mistake } from '#check';

export default {
  summary: 'create decodes the body as Latin-1 instead of UTF-8.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const { title, content } = JSON.parse(String(await ctx.request.body()));',
      replace: "const { title, content } = JSON.parse((await ctx.request.body()).toString('latin1'));",
    },
  ],
  fails: {
    'POST /posts responds with 201 and the new post': 'are not decoded as UTF-8',
  },
} satisfies Mistake;
