import type { Mistake } from '#check';

export default {
  summary: 'The log gets the whole post, texts and all.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "this.log.info('post created', { id: post.id });",
      replace: "this.log.info('post created', { ...post });",
    },
  ],
  fails: { 'POST /posts writes a line with the id to the log': 'the texts of a post do not belong into the log' },
} satisfies Mistake;
