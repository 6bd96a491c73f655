import type { Mistake } from '#check';

export default {
  summary: 'find is not async and returns the post itself.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'async find(id: string): Promise<Post | undefined> {',
      replace: 'find(id: string): Post | undefined {',
    },
  ],
  fails: {
    'every handler calls the service and waits for it': '`async` is missing before find',
  },
} satisfies Mistake;
