import type { Mistake } from '#check';

export default {
  summary: 'A role that is null becomes the default, before anything checks that it is a string.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "const { user_id, email, exp, role = '', iss } = claims;",
      replace: "const { user_id, email, exp, iss } = claims;\n      const role = claims.role ?? '';",
    },
  ],
  fails: {
    'a token whose role is not a string is refused': 'the role of this token is null',
  },
} satisfies Mistake;
