import type { Mistake } from '#check';

export default {
  summary: 'drafts sorts in JavaScript.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const rows = await this.db.all<PostRow>\`
      select * from posts where published = \${false} order by created_at desc, id desc\`;
    return rows.map(toPost);`,
      replace: `const rows = await this.db.all<PostRow>\`
      select * from posts where published = \${false}\`;
    return rows.map(toPost).sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1));`,
    },
  ],
  fails: {
    'the database filters and sorts': 'sorts in JavaScript',
  },
} satisfies Mistake;
