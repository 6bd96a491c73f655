import type { Mistake } from '#check';

export default {
  summary: 'A token without a role is refused, though thousands of them are still good.',
  edits: [{ file: 'auth/tokens.service.ts', find: "role = '', iss", replace: 'role, iss' }],
  fails: {
    'a token from before there were roles still opens the door': 'this token was signed yesterday',
  },
} satisfies Mistake;
