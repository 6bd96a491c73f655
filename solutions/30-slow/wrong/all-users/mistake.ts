import type { Mistake } from '#check';

export default {
  summary: 'All users are read for each page, to look up the authors.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: `    const rows = await this.db.all<CommentRow & { author_name: string }>\`
      select comments.*, users.name as author_name
      from comments join users on users.id = comments.author_id
      where comments.post_id = \${post_id} and (comments.created_at, comments.id) < (\${after.created_at}, \${after.id})
      order by comments.created_at desc, comments.id desc
      limit \${limit}\`;
    return rows.map(({ author_name, ...row }) => toComment(row, author_name));
`,
      replace: `    const rows = await this.db.all<CommentRow>\`
      select * from comments where post_id = \${post_id} and (created_at, id) < (\${after.created_at}, \${after.id})
      order by created_at desc, id desc limit \${limit}\`;
    const users = await this.db.all<{ id: string; name: string }>\`select id, name from users\`;
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return rows.map((row) => toComment(row, names.get(row.author_id) ?? ''));
`,
    },
  ],
  fails: { 'a page needs about as many rows as it has comments': 'all users are read' },
} satisfies Mistake;
