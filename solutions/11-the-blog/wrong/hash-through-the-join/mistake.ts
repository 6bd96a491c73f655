import type { Mistake } from '#check';

export default {
  summary: 'The hash of the password comes along with the author.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*,',
      replace:
        '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.password as author_password,',
    },
  ],
  fails: {
    'GET /posts/:id has the author, published or not': 'the hash of a password left the house',
    'the whole tour, from the registration to the last delete': 'The response body is different',
  },
} satisfies Mistake;
