import type { Mistake } from '#check';

export default {
  summary: 'The warning contains the first half of the refresh token.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '{ user_id: family.user_id });',
      replace: '{ user_id: family.user_id, token: token.slice(0, 18) });',
    },
  ],
  fails: {
    'no token appears in the log': 'prints it, or a part of it',
    'the log has a warning about the used token, without the token': 'prints it, or a part of it',
  },
} satisfies Mistake;
