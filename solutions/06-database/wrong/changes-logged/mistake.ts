import type { Mistake } from '#check';

export default {
  summary: 'update logs the changes, so the content of every post ends up in the log.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "if (row === undefined) throw new Error('record not found');",
      replace:
        "if (row === undefined) throw new Error('record not found');\n    this.log.info('post updated', { id, ...changes });",
    },
  ],
  fails: {
    'PUT changes one row of the table': 'update logs the title, the content, or all changes',
  },
} satisfies Mistake;
