import type { Mistake } from '#check';

export default {
  summary: 'The new index begins with the time, which nobody looks for.',
  edits: [
    {
      file: 'store/schema.ts',
      find: `create index reactions_by_post on reactions (post_id, kind)`,
      replace: `create index reactions_by_post on reactions (created_at, post_id)`,
    },
  ],
  fails: {
    'counting does not depend on the size of the table': 'reads the whole table',
  },
} satisfies Mistake;
