import type { Mistake } from '#check';

export default {
  summary: 'The password hash is selected, and dropped afterwards.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*,',
      replace:
        '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.password,',
    },
    {
      file: 'posts/posts.service.ts',
      find: '    return row && toPostWithAuthor(row);',
      replace: '    if (row) delete (row as { password?: string }).password;\n    return row && toPostWithAuthor(row);',
    },
  ],
  fails: {
    'find sends one query': 'the query selects the password hash',
  },
} satisfies Mistake;
