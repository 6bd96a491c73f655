import type { Mistake } from '#check';

export default {
  summary: 'The error of jwt.sign is passed on.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "throw new HttpError(500, 'Failed to generate token', { cause: error });",
      replace: 'throw error;',
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'not turned into an HttpError',
  },
} satisfies Mistake;
