import type { Mistake } from '#check';

export default {
  summary: 'The id is part of the message.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "this.log.info('post created', { id: post.id });",
      replace: 'this.log.info(`post created: ${post.id}`);',
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'The message must always be the same string, with the id in a field',
  },
} satisfies Mistake;
