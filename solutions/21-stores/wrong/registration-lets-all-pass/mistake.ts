import type { Mistake } from '#check';

export default {
  summary: 'Lets every error of a registration pass, so the message of the contract is lost.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "      if (error instanceof Unavailable) throw error;\n      throw new HttpError(500, 'Failed to create user', { cause: error });",
      replace: '      throw error;',
    },
  ],
  fails: {
    'a registration that the database refuses is still 500, with the message of the contract':
      'Only `Unavailable` should',
  },
} satisfies Mistake;
