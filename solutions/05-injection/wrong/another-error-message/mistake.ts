import type { Mistake } from '#check';

export default {
  summary: 'update throws an error with another message.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "throw new Error('record not found')",
      replace: "throw new Error('post not found')",
    },
  ],
  fails: {
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'throws an error with another message',
  },
} satisfies Mistake;
