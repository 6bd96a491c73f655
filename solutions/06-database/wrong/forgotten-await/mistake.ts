import type { Mistake } from '#check';

export default {
  summary: 'The rows are used before they have arrived.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'const rows = await this.db.all<PostRow>`\n      select * from posts where published = ${true}',
      replace: 'const rows = this.db.all<PostRow>`\n      select * from posts where published = ${true}',
    },
  ],
  fails: {
    'a second start keeps the table, and what is in it': 'rows.map is not a function',
    'GET /posts lists what is published, and nothing else': 'T',
    'PUT without published takes a post out of the list again': 'T',
    'both lists begin with the newest post': 'T',
    'PUT of a post that does not exist is a 500, and the log says why': 'T',
  },
} satisfies Mistake;
