import type { Mistake } from '#check';

export default {
  summary: 'The log entry has the first characters of the content.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '{ id: post.id });',
      replace: '{ id: post.id, preview: content.slice(0, 8) });',
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'logs the title, the content, or the whole post',
  },
} satisfies Mistake;
