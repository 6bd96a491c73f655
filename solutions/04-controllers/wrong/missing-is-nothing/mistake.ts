import type { Mistake } from '#check';

export default {
  summary: 'A missing post returns undefined, which is a 204.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });\n",
      replace: '',
    },
  ],
  fails: {
    'a post that does not exist is 404': 'show returns undefined for a missing post',
    'DELETE /posts/:id removes the post': '204',
  },
} satisfies Mistake;
