import type { Mistake } from '#check';

export default {
  summary: 'byAuthor selects all posts and filters them in JavaScript.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '      select * from posts where author_id = ${author_id} order by created_at desc, id desc`;\n    return rows.map(toPost);',
      replace:
        '      select * from posts order by created_at desc, id desc`;\n    return rows.filter((row) => row.author_id === author_id).map(toPost);',
    },
  ],
  fails: {
    'byAuthor lets the database filter and sort': 'filters them in JavaScript',
  },
} satisfies Mistake;
