import type { Mistake } from '#check';

export default {
  summary: 'The header Authorization is a field of the log, and with it the token.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: 'addLogFields({ user_id: claims.user_id })',
      replace: 'addLogFields({ user_id: claims.user_id, authorization: header })',
    },
  ],
  fails: {
    'no line contains a credential, or what somebody has put into a URL': 'a header',
  },
} satisfies Mistake;
