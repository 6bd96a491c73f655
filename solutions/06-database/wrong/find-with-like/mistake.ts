import type { Mistake } from '#check';

export default {
  summary: 'find compares with like, which treats _ and % as wildcards.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'select * from posts where id = ${id}',
      replace: 'select * from posts where id like ${id}',
    },
  ],
  fails: {
    'a post that does not exist is 404': '`like` treats _ and % as wildcards',
  },
} satisfies Mistake;
