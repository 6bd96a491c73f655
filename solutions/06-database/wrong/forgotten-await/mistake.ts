import type { Mistake } from '#check';

export default {
  summary: 'The rows are used before they have arrived.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const rows = await this.db.all<PostRow>\`\n      select * from posts where published = \${true}`,
      replace: `const rows = this.db.all<PostRow>\`\n      select * from posts where published = \${true}`,
    },
  ],
  fails: {
    'the first start makes the table posts, with its six columns and no row': 'rows.map is not a function',
    'a second start keeps the table, and what is in it': 'rows.map is not a function',
    'GET /posts lists what is published, and nothing else': 'rows.map is not a function',
    'PUT without published takes a post out of the list again': 'rows.map is not a function',
    'both lists begin with the newest post': 'rows.map is not a function',
  },
} satisfies Mistake;
