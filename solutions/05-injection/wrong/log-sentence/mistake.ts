import type { Mistake } from '#check';

export default {
  summary: 'The particulars are part of the sentence, and the title of a draft stands in the log.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "this.log.info('post created', { id: post.id });",
      replace: 'this.log.info(`post created: ${post.id} ${post.title}`);',
    },
  ],
  fails: {
    'POST /posts writes a line with the id to the log': 'the message is always the same, and the id is a field',
  },
} satisfies Mistake;
