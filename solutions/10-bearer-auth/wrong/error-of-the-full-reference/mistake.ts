import type { Mistake } from '#check';

export default {
  summary: 'The error messages are those of the full reference.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "'Missing authorization'", replace: "'Missing authorization header'" }],
  fails: {
    'GET /admin/drafts without the header is 401': 'spelled differently',
    'DELETE /admin/drafts without the header is 401, and deletes nothing': 'spelled differently',
  },
} satisfies Mistake;
