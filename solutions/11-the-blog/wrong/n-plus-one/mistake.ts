import type { Mistake } from '#check';

export default {
  summary: 'The list sends a query for the author of each post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'const rows = await this.db.all<PostWithAuthorRow>`\n      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at\n      from posts join users on users.id = posts.author_id\n      where posts.published = ${true}\n      order by posts.created_at desc, posts.id desc`;\n    return rows.map(toPostWithAuthor);',
      replace:
        'const rows = await this.db.all<PostRow>`\n      select * from posts where published = ${true} order by created_at desc, id desc`;\n    const posts: Post[] = [];\n    for (const row of rows) posts.push((await this.find(row.id))!);\n    return posts;',
    },
  ],
  fails: {
    'list sends one query, however many posts there are': 'this is the N+1 query problem',
  },
} satisfies Mistake;
