import type { Mistake } from '#check';

export default {
  summary: 'create also logs the title, at a level that is hidden by default.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "this.log.info('post created', { id: post.id });",
      replace:
        "this.log.info('post created', { id: post.id });\n    this.log.debug('title', { title: title.toUpperCase() });",
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'a log without the title and the content of the post',
  },
} satisfies Mistake;
