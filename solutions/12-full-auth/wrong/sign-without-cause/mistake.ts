import type { Mistake } from '#check';

export default {
  summary: 'A token that cannot be signed is 500, and the log does not say why.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "throw new HttpError(500, 'Failed to generate token', { cause: error });",
      replace: "throw new HttpError(500, 'Failed to generate token');",
    },
  ],
  fails: {
    'a login whose token cannot be signed is still 500': 'without the `cause`',
  },
} satisfies Mistake;
