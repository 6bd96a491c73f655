import type { Mistake } from '#check';

export default {
  summary: 'The response is right, and nobody will ever know what has failed.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "new HttpError(500, 'Failed to create user', { cause: error })",
      replace: "new HttpError(500, 'Failed to create user')",
    },
  ],
  fails: {
    'a database that fails is 500, and only the log has the reason':
      'Pass it on: new HttpError(500, …, { cause: error })',
  },
} satisfies Mistake;
