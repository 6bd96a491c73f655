import type { Mistake } from '#check';

export default {
  summary: 'create prints a line of JSON with console.log instead of using the log.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "this.log.info('post created', { id: post.id });",
      replace: "console.log(JSON.stringify({ level: 'info', message: 'post created', id: post.id }));",
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'the entry is printed with console.log',
  },
} satisfies Mistake;
