import type { Mistake } from '#check';

export default {
  summary: 'A token without a role gets the highest role instead of none.',
  edits: [{ file: 'auth/tokens.service.ts', find: "role = '', iss", replace: "role = 'admin', iss" }],
  fails: {
    'the routes below /admin are only for admins': 'gives a token without a role the role admin',
  },
} satisfies Mistake;
