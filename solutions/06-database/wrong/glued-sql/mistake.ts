import type { Mistake } from '#check';

export default {
  summary: 'The statement is glued together, and the database is called like a function.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.get<PostRow>`select * from posts where id = ${id}`',
      replace:
        'await this.db.get<PostRow>(["select * from posts where id = \'" + id + "\'"] as unknown as TemplateStringsArray)',
    },
  ],
  fails: {
    'GET /posts/:id reads the table, also what was there before the start': 'Write SQL as a template',
    'what POST has answered is what GET answers': 'Write SQL as a template',
    'a post that does not exist is 404': 'T',
    'DELETE removes this post only, and is content when there is none': 'T',
    'DELETE /admin/drafts removes the drafts and keeps what is published': 'T',
    'GET /posts/:id shows a post, published or not': 'T',
    'PUT answers with the changed post': 'T',
  },
} satisfies Mistake;
