import type { Mistake } from '#check';

export default {
  summary: 'Compares the role before anything has stored it.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: "[BearerAuth, requireRole('admin')]",
      replace: "[requireRole('admin'), BearerAuth]",
    },
  ],
  fails: {
    'GET /admin/users is only for admins': 'requireRole is before BearerAuth',
    'the code from the log turns one user into an admin': 'is refused',
    'a dismissed admin has lost the old token': 'PUT /admin/users/:id/role is for admins',
    'every authentication event is one line in the log': 'warn GET /admin status=403',
  },
} satisfies Mistake;
