import type { Mistake } from '#check';

export default {
  summary: 'One child of the group has the middleware, and the other does not.',
  edits: [
    { file: 'admin/admin.controller.ts', find: '        middlewares: [BearerAuth],\n', replace: '' },
    {
      file: 'admin/admin.controller.ts',
      find: "path: '/drafts', handler: this.drafts",
      replace: "path: '/drafts', middlewares: [BearerAuth], handler: this.drafts",
    },
  ],
  fails: {
    'AuthModule declares and exports BearerAuth': 'A route that is added later would be open',
    'DELETE /admin/drafts without the header is 401, and deletes nothing': 'The group /admin does not list it',
  },
} satisfies Mistake;
