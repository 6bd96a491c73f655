import type { Mistake } from '#check';

export default {
  summary: 'The guard answers in the words of the full reference.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "'Missing authorization'", replace: "'Missing authorization header'" }],
  fails: {
    'GET /admin/drafts without a token is 401': '{"error":"Missing authorization header"}',
    'DELETE /admin/drafts without a token is 401, and removes nothing': '{"error":"Missing authorization header"}',
    'POST /posts without a token is 401, whatever the body': '{"error":"Missing authorization header"}',
  },
} satisfies Mistake;
