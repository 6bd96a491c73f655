import type { Mistake } from '#check';

export default {
  summary: 'byAuthor sorts in JavaScript.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'where author_id = ${author_id} order by created_at desc, id desc`;\n    return rows.map(toPost);',
      replace:
        'where author_id = ${author_id}`;\n    return rows.map(toPost).sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1));',
    },
  ],
  fails: {
    'byAuthor lets the database filter and sort': 'sorts in JavaScript',
  },
} satisfies Mistake;
