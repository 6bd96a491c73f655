import type { Mistake } from '#check';

export default {
  summary: 'The service throws an HttpError, so it decides what the error means in HTTP.',
  edits: [
    { file: 'users/users.service.ts', find: 'import { Database, ', replace: 'import { Database, HttpError, ' },
    {
      file: 'users/users.service.ts',
      find: "throw new Error('email already registered', { cause: error })",
      replace: "throw new HttpError(400, 'email already registered', { cause: error })",
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400': 'the service chooses an HTTP status',
  },
} satisfies Mistake;
