import type { Mistake } from '#check';

export default {
  summary: 'A token without a role gets the highest role instead of none.',
  edits: [{ file: 'auth/tokens.service.ts', find: "role = '', iat", replace: "role = 'admin', iat" }],
  fails: {
    'GET /admin/users is only for admins': 'gives a token without a role the role admin',
  },
} satisfies Mistake;
