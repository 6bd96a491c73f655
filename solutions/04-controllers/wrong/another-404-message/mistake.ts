import type { Mistake } from '#check';

export default {
  summary: 'The error message of a missing post is different.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "error: 'Post not found'",
      replace: "error: 'Post not found.'",
    },
  ],
  fails: {
    'a post that does not exist is 404': 'show sends a message other than',
  },
} satisfies Mistake;
