import type { Mistake } from '#check';

export default {
  summary: 'update writes the entry as well.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '    if (post === undefined) throw',
      replace: "    this.log.info('post created', { id });\n    if (post === undefined) throw",
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'a method other than create writes this entry',
  },
} satisfies Mistake;
