import type { Mistake } from '#check';

export default {
  summary: 'The comments come without the names of their authors.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: `    const rows = await this.db.all<CommentRow & { author_name: string }>\`
      select comments.*, users.name as author_name
      from comments join users on users.id = comments.author_id
      where comments.post_id = \${post_id} and (comments.created_at, comments.id) < (\${after.created_at}, \${after.id})
      order by comments.created_at desc, comments.id desc
      limit \${limit}\`;
    return rows.map(({ author_name, ...row }) => toComment(row, author_name));`,
      replace: `    const rows = await this.db.all<CommentRow>\`
      select * from comments
      where post_id = \${post_id} and (created_at, id) < (\${after.created_at}, \${after.id})
      order by created_at desc, id desc
      limit \${limit}\`;
    return rows.map((row) => toComment(row, ''));`,
    },
  ],
  fails: {
    'the comments are those of the healthy program': 'without authors, is another product',
    'a new comment is in the list at once': 'the new comment at the top',
  },
} satisfies Mistake;
