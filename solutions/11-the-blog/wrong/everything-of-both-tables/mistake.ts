import type { Mistake } from '#check';

export default {
  summary: 'The join asks for every column of both tables.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at\n',
      replace:
        '  async find(id: string): Promise<Post | undefined> {\n    const row = await this.db.get<PostWithAuthorRow>`\n      select posts.*, users.*\n',
    },
  ],
  fails: {
    'everything that writes is refused without a token, and changes nothing':
      'Two columns of the result are called "id"',
    'everybody may read, without a token': 'Two columns of the result are called "id"',
    'GET /posts/:id has the author, published or not': 'Two columns of the result are called "id"',
    'a body that does not fit is still 400': 'Two columns of the result are called "id"',
    'the whole tour, from the registration to the last delete': 'Two columns of the result are called "id"',
  },
} satisfies Mistake;
