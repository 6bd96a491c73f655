import type { Mistake } from '#check';

export default {
  summary: 'The controller passes the error on, so the response is 500.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'return ctx.status(400).json({ error: (error as Error).message });',
      replace: 'throw error;',
    },
  ],
  fails: {
    'an email that is already registered is refused with 400': 'the error is not caught in `register`',
    'upper and lower case do not make a different email': 'the error is not caught in `register`',
    'if another request inserts the email first, the response is 400': 'the error is not caught in `register`',
    'any other failure of the store is 400 with its message': 'is not caught in `register`',
  },
} satisfies Mistake;
