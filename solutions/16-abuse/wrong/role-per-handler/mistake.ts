import type { Mistake } from '#check';

export default {
  summary: 'Each handler checks the role itself, so the next route of the group has no check.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: "middlewares: [BearerAuth, requireRole('admin')],",
      replace: 'middlewares: [BearerAuth],',
    },
    {
      file: 'admin/admin.controller.ts',
      find: "path: '', handler: this.index",
      replace: "path: '', middlewares: [requireRole('admin')], handler: this.index",
    },
    {
      file: 'admin/admin.controller.ts',
      find: "path: '/:id/role', handler",
      replace: "path: '/:id/role', middlewares: [requireRole('admin')], handler",
    },
  ],
  fails: {
    'GET /admin/users is only for admins': 'the next route of the group would be open',
  },
} satisfies Mistake;
