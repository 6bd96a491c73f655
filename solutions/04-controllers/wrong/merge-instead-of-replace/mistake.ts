import type { Mistake } from '#check';

export default {
  summary: 'What the body omits stays as it was.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'published = false }',
      replace: 'published = post.published }',
    },
  ],
  fails: {
    'PUT /posts/:id without published makes it a draft': 'PUT replaces: what the body omits is false',
  },
} satisfies Mistake;
