import type { Mistake } from '#check';

export default {
  summary: 'The authors of the comments are loaded at the same time, with one statement each.',
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
    return Promise.all(rows.map((row) => this.#complete(row)));`,
    },
  ],
  fails: {
    'a long discussion needs as few statements as a short one': 'still loaded one by one',
  },
  mayFail: ['the comments come as quickly as in the healthy program'],
} satisfies Mistake;
