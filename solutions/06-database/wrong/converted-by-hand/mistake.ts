import type { Mistake } from '#check';

export default {
  summary: 'The service compares published with 1 instead of calling toPost, so with PostgreSQL every post is a draft.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'return row && toPost(row);',
      replace: 'return row && { ...row, published: row.published === 1 };',
    },
    {
      file: 'posts/posts.service.ts',
      find: `throw new Error('record not found');
    return toPost(row);`,
      replace: `throw new Error('record not found');
    return { ...row, published: row.published === 1 };`,
    },
    {
      file: 'posts/posts.service.ts',
      find: `published = \${true} order by created_at desc, id desc\`;
    return rows.map(toPost);`,
      replace: `published = \${true} order by created_at desc, id desc\`;
    return rows.map((row) => ({ ...row, published: row.published === 1 }));`,
    },
  ],
  fails: {
    'toPost converts the rows of SQLite and of PostgreSQL': 'find converts the row itself',
    'PUT needs one statement': 'update converts the row itself',
    'the database filters and sorts': 'list converts the row itself',
  },
} satisfies Mistake;
