import type { Mistake } from '#check';

export default {
  summary: 'find sends a second query for the author.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at\n      from posts join users on users.id = posts.author_id\n      where posts.id = ${id}`;\n    return row && toPostWithAuthor(row);',
      replace:
        "const row = await this.db.get<PostRow>`select * from posts where id = ${id}`;\n    if (row === undefined) return undefined;\n    const author = await this.db.get<Post['author'] & object>`\n      select id, email, name, created_at from users where id = ${row.author_id}`;\n    return { ...toPost(row), author };",
    },
  ],
  fails: {
    'find sends one query': 'and another one for its author',
  },
} satisfies Mistake;
