import type { Mistake } from '#check';

export default {
  summary: 'The route for the newsletter is open to everyone, on purpose.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `      { method: 'GET', path: '/posts', middlewares`,
      replace: `      { method: 'GET', path: '/export/posts', middlewares: [anyone], handler: () => this.posts.everything() },
      { method: 'GET', path: '/posts', middlewares`,
    },
    {
      file: 'posts/posts.service.ts',
      find: `  async delete(id: string, caller`,
      replace: `  everything() {
    return this.db.all\`select * from posts\`;
  }

  async delete(id: string, caller`,
    },
  ],
  fails: {
    'the forgotten route is gone': 'contains',
  },
} satisfies Mistake;
