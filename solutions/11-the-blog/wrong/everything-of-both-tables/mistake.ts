import type { Mistake } from '#check';

export default {
  summary: 'The join selects every column of both tables.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at\n',
      replace:
        '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.*\n',
    },
  ],
  fails: {
    'GET /posts/:id has the author, published or not': 'Two columns of the result are called "id"',
    'find sends one query': 'Two columns of the result are called "id"',
  },
} satisfies Mistake;
