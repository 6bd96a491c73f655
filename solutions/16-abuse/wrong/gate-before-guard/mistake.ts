import type { Mistake } from '#check';

export default {
  summary: 'The role is asked for before anybody has found out who it is.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: "[BearerAuth, requireRole('admin')]",
      replace: "[requireRole('admin'), BearerAuth]",
    },
  ],
  fails: {
    'GET /admin/users is for admins': 'BearerAuth stands before requireRole',
    'the code in the log makes a user the first admin': 'the token of the new login says admin',
    'each authentication leaves one line': 'warn GET /admin status=403',
  },
} satisfies Mistake;
