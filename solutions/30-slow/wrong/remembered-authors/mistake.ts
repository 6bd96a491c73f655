import type { Mistake } from '#check';

export default {
  summary: 'The authors are remembered for as long as the program runs, so only the first reader waits.',
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
    const comments: Comment[] = [];
    for (const row of rows) {
      if (!this.#names.has(row.author_id)) this.#names.set(row.author_id, (await this.#complete(row)).author.name);
      comments.push(toComment(row, this.#names.get(row.author_id)!));
    }
    return comments;`,
    },
    {
      file: 'comments/comments.service.ts',
      find: `  @inject(PostsService)`,
      replace: `  readonly #names = new Map<string, string>();
  @inject(PostsService)`,
    },
  ],
  fails: {
    'a long discussion needs as few statements as a short one': 'only the first request is slow',
  },
} satisfies Mistake;
