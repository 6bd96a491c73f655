import type { Mistake } from '#check';

export default {
  summary: 'Only the list of users is for admins. Every user can change roles.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: `middlewares: [BearerAuth, requireRole('admin')],`,
      replace: `middlewares: [BearerAuth],`,
    },
    {
      file: 'admin/admin.controller.ts',
      find: `{ method: 'GET', path: '', handler`,
      replace: `{ method: 'GET', path: '', middlewares: [requireRole('admin')], handler`,
    },
  ],
  fails: {
    'the routes below /admin are only for admins': 'anyone can make themselves an admin',
  },
} satisfies Mistake;
