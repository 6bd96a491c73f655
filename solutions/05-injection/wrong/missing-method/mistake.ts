import type { Mistake } from '#check';

export default {
  summary: 'The service has no method for the drafts, and the controller filters them.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async drafts(): Promise<Post[]> {\n    return (await this.list()).filter((post) => !post.published);\n  }\n\n',
      replace: '',
    },
    {
      file: 'posts/posts.service.ts',
      find: 'of await this.drafts())',
      replace: 'of (await this.list()).filter((post) => !post.published))',
    },
    {
      file: 'admin/admin.controller.ts',
      find: 'return this.posts.drafts();',
      replace: 'return this.posts.list().then((posts) => posts.filter((post) => !post.published));',
    },
  ],
  fails: {
    'PostsService has six methods': 'PostsService has no drafts',
  },
} satisfies Mistake;
