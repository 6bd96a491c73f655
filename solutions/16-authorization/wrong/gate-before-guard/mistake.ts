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
    'the routes below /admin are only for admins': 'requireRole is before BearerAuth',
    'the code from the log turns one user into an admin': 'is refused',
  },
} satisfies Mistake;
