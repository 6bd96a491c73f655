import type { Mistake } from '#check';

export default {
  summary: 'list selects every row and filters in JavaScript.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const rows = await this.db.all<PostRow>\`
      select * from posts where published = \${true} order by created_at desc, id desc\`;
    return rows.map(toPost);`,
      replace: `const rows = await this.db.all<PostRow>\`
      select * from posts order by created_at desc, id desc\`;
    return rows.map(toPost).filter((post) => post.published);`,
    },
  ],
  fails: {
    'the database filters and sorts': 'filters in JavaScript',
  },
} satisfies Mistake;
