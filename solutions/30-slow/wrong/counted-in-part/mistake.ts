import type { Mistake } from '#check';

export default {
  summary: 'Only the first thousand rows are counted, because nobody reads larger numbers anyway.',
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
      file: 'reactions/reactions.service.ts',
      find: `select kind, count(*) as count from reactions where post_id = \${post_id} group by kind\``,
      replace: `select kind, count(*) as count from (select * from reactions limit 1000) as some
      where post_id = \${post_id} group by kind\``,
    },
  ],
  fails: {
    'the counts are those of the healthy program': 'counts only some of the rows',
    'a reaction is counted at once, and replaces the one before': 'only some of the rows are counted',
  },
} satisfies Mistake;
