import type { Mistake } from '#check';

export default {
  summary: 'Everybody may delete every comment.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: "if (comment.author_id !== caller.id) throw forbidden('comment');",
      replace: '',
    },
  ],
  fails: {
    'others cannot delete a comment, not even the author of the article': 'Expected status 403, got 204',
  },
} satisfies Mistake;
