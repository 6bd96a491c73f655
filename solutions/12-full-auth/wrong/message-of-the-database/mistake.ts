import type { Mistake } from '#check';

export default {
  summary: 'The client gets the error message of the database.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "new HttpError(500, 'Failed to create user', { cause: error })",
      replace: 'new HttpError(500, (error as Error).message, { cause: error })',
    },
  ],
  fails: {
    'a database that fails is 500, and only the log has the reason':
      'the response contains the error message of the database',
  },
} satisfies Mistake;
