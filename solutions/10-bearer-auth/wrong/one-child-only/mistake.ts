import type { Mistake } from '#check';

export default {
  summary: 'The guard stands in front of one child, and not of the group.',
  edits: [
    { file: 'admin/admin.controller.ts', find: '        middlewares: [BearerAuth],\n', replace: '' },
    {
      file: 'admin/admin.controller.ts',
      find: "path: '/drafts', handler: this.drafts",
      replace: "path: '/drafts', middlewares: [BearerAuth], handler: this.drafts",
    },
  ],
  fails: {
    'DELETE /admin/drafts without a token is 401, and removes nothing': 'the guard belongs to the group',
  },
} satisfies Mistake;
