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
    'PostsService has six methods': '`async` is missing before find. With a database, the method',
    'every handler calls the service and waits for it': '`async` is missing before find',
  },
} satisfies Mistake;
