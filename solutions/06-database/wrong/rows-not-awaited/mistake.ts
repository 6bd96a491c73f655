import type { Mistake } from '#check';

export default {
  summary: 'list uses the promise instead of the rows.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const rows = await this.db.all<PostRow>\`
      select * from posts where published = \${true} order by created_at desc, id desc\`;
    return rows.map(toPost);`,
      replace: `const rows = this.db.all<PostRow>\`
      select * from posts where published = \${true} order by created_at desc, id desc\`;
    return (rows as unknown as PostRow[]).map(toPost);`,
    },
  ],
  fails: {
    'the first start creates the table posts, with six columns and no row': 'rows.map is not a function',
    'GET /posts lists the published posts, and nothing else': 'rows.map is not a function',
    'PUT without published removes a post from the list': 'rows.map is not a function',
    'the database filters and sorts': 'rows.map is not a function',
    'both lists start with the newest post': 'rows.map is not a function',
    'posts are sorted by time, and those of the same millisecond by id': 'rows.map is not a function',
  },
} satisfies Mistake;
