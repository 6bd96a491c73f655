import type { Mistake } from '#check';

export default {
  summary: 'A page has at most twenty comments, whatever the client asks for.',
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
      limit \${Math.min(limit, 20)}\`;
    const comments: Comment[] = [];
    for (const row of rows) comments.push(await this.#complete(row));
    return comments;`,
    },
  ],
  fails: {
    'the comments are those of the healthy program': 'changes what readers get',
    'a long discussion needs as few statements as a short one': 'grows with the number',
  },
  mayFail: ['the comments come as quickly as in the healthy program'],
} satisfies Mistake;
