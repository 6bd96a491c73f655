import type { Mistake } from '#check';

export default {
  summary: 'The log contains the whole post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "this.log.info('post created', { id: post.id });",
      replace: "this.log.info('post created', { ...post });",
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'logs the title, the content, or the whole post',
  },
} satisfies Mistake;
