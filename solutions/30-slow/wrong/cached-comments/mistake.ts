import type { Mistake } from '#check';

export default {
  summary: 'The comments of a post are cached for a minute, and a new one does not drop them.',
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
    return this.cache.getOrSet(\`comments \${post_id} \${limit} \${after.id}\`, 60, async () => {
      const comments: Comment[] = [];
      for (const row of rows) comments.push(await this.#complete(row));
      return comments;
    });`,
    },
    {
      file: 'comments/comments.service.ts',
      find: `import { Database, inject } from 'trellis';`,
      replace: `import { Cache, Database, inject } from 'trellis';`,
    },
    {
      file: 'comments/comments.service.ts',
      find: `  @inject(PostsService)`,
      replace: `  @inject(Cache) private readonly cache!: Cache;
  @inject(PostsService)`,
    },
  ],
  fails: {
    'a new comment is in the list at once': 'the cache is not dropped',
    'a long discussion needs as few statements as a short one': 'only the first request is slow',
  },
} satisfies Mistake;
