import type { Mistake } from '#check';

export default {
  summary: 'PUT binds the body, but takes `published` from a body that the handler parses itself.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(UpdatePostDTO);',
      replace: `const body = await ctx.bind(UpdatePostDTO);
    body.published = Boolean(JSON.parse(String(await ctx.request.body())).published);`,
    },
  ],
  fails: { 'the handler of PUT uses what bind returned': 'parses the body itself and uses that' },
} satisfies Mistake;
