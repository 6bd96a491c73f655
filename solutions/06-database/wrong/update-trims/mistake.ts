import type { Mistake } from '#check';

export default {
  summary: 'update trims the title.',
  edits: [{ file: 'posts/posts.service.ts', find: 'set title = ${title}', replace: 'set title = ${title.trim()}' }],
  fails: {
    'PUT changes one row of the table': 'update changes the strings',
  },
} satisfies Mistake;
