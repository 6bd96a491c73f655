import type { Mistake } from '#check';

export default {
  summary: 'A post that does not exist is answered with nothing.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });\n",
      replace: '',
    },
  ],
  fails: {
    'a post that does not exist is 404': 'look whether there is such a post before you return it',
    'DELETE /posts/:id removes the post': 'got 204',
  },
} satisfies Mistake;
