import type { Mistake } from '#check';

export default {
  summary: 'The routes that read send the error message of the database as well.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'return this.posts.list();',
      replace: 'return this.posts.list().catch(storeFailed);',
    },
  ],
  fails: { 'an error of the database on list or find stays in the log': 'the errors of list or find are caught, too' },
} satisfies Mistake;
