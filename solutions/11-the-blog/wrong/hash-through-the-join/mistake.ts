import type { Mistake } from '#check';

export default {
  summary: 'The password hash is selected with the author.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*,',
      replace:
        '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.password as author_password,',
    },
  ],
  fails: {
    'GET /posts/:id has the author, published or not': 'the query selects the password hash',
    'find sends one query': 'the query selects the password hash',
  },
} satisfies Mistake;
