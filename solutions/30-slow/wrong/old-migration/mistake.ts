import type { Mistake } from '#check';

export default {
  summary: 'The order of the primary key is changed in the migration that production has applied long ago.',
  edits: [
    {
      file: 'store/schema.ts',
      find: `  {
    // The primary key begins with the reader, so it doesn't help anyone who looks for a post. With the kind in the index,
    // counting needs no row of the table.
    name: 'index of the reactions',
    apply: (tx) => tx.run\`create index reactions_by_post on reactions (post_id, kind)\`,
  },
`,
      replace: ``,
    },
    {
      file: 'store/schema.ts',
      find: `primary key (user_id, post_id)`,
      replace: `primary key (post_id, user_id)`,
    },
  ],
  fails: {
    'counting does not depend on the size of the table': 'in an old migration',
  },
} satisfies Mistake;
