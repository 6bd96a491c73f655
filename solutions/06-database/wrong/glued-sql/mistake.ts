import type { Mistake } from '#check';

export default {
  summary: 'The statement is glued together, and the database called like a function.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `this.db.get<PostRow>\`select * from posts where id = \${id}\``,
      replace: `this.db.get<PostRow>(\`select * from posts where id = '\${id}'\`)`,
    },
  ],
  fails: {
    'GET /posts/:id reads the table, also what was there before the start':
      'Write SQL as a template, without parentheses',
    'what POST has answered is what GET answers': 'Write SQL as a template, without parentheses',
    'a post that does not exist is 404': 'Write SQL as a template, without parentheses',
    'PUT answers with the changed post': 'Write SQL as a template, without parentheses',
    'DELETE removes this post only, and is content when there is none': 'Write SQL as a template, without parentheses',
    'DELETE /admin/drafts removes the drafts and keeps what is published':
      'Write SQL as a template, without parentheses',
    'GET /posts/:id shows a post, published or not': 'Write SQL as a template, without parentheses',
  },
} satisfies Mistake;
