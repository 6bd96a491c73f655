import type { Mistake } from '#check';

export default {
  summary: 'The error message contains the id, so every message is different.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "throw new Error('record not found')",
      replace: 'throw new Error(`record not found: ${id}`)',
    },
  ],
  fails: {
    'PostsService has six methods': 'update does not throw, or throws an error with another message',
    'a post that does not exist is 404 for GET and 500 for PUT, as before':
      'update of the service throws an error with another message',
  },
} satisfies Mistake;
