import type { Mistake } from '#check';

export default {
  summary: 'The error of the library passes through: the status is right, and the words are not.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "throw new HttpError(500, 'Failed to generate token', { cause: error });",
      replace: 'throw error;',
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'Catch it, and throw an HttpError',
  },
} satisfies Mistake;
