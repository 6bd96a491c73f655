import type { Mistake } from '#check';

export default {
  summary: 'The body is checked with typeof instead of a DTO.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(CreatePostDTO);',
      replace: `let body: CreatePostDTO;
    try {
      const { title, content } = JSON.parse(String(await ctx.request.body()));
      const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && [...value].length <= most;
      if (!isText(title, 200) || !isText(content, 100_000)) throw new Error('invalid');
      body = { title, content };
    } catch {
      return ctx.status(400).json({ error: 'Invalid request' });
    }`,
    },
  ],
  fails: {
    'POST /posts with a title and content is 201': 'the handler passes another class to ctx.bind(…), or does not',
  },
} satisfies Mistake;
