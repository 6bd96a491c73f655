import type { Mistake } from '#check';

export default {
  summary: 'The update has no where, and changes every post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'updated_at = ${now}\n      where id = ${id}\n      returning *`;',
      replace: 'updated_at = ${now}\n      returning *`;',
    },
  ],
  fails: {
    'changes and removals reach the table': 'T',
    'PUT answers with the changed post': 'T',
    'PUT of a post that does not exist is a 500, and the log says why': 'T',
  },
} satisfies Mistake;
