import type { Mistake } from '#check';

export default {
  summary: 'The second controller makes a service of its own, and there are two blogs.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace: 'private readonly posts = new PostsService();',
    },
  ],
  fails: {
    'GET /admin/drafts shows what POST /posts has made': 'there have to be one service and one map',
    'DELETE /admin/drafts throws the drafts away, and only them': 'Do both controllers have the same service?',
  },
} satisfies Mistake;
