import type { Mistake } from '#check';

export default {
  summary: 'find selects all rows and searches in JavaScript.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const row = await this.db.get<PostRow>\`select * from posts where id = \${id}\`;`,
      replace: `const rows = await this.db.all<PostRow>\`select * from posts\`;
    const row = rows.find((candidate) => candidate.id === id);`,
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'searches in JavaScript',
  },
} satisfies Mistake;
