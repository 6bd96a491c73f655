import type { Mistake } from '#check';

export default {
  summary: 'The client reads the message of SQLite: the error is not translated.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "throw new Error('email already registered', { cause: error });",
      replace: 'throw error;',
    },
  ],
  fails: {
    'an email that is already registered is refused with 400': 'Translate the code `unique` in `create`',
    'upper and lower case do not make a different email': 'Translate the code `unique` in `create`',
    'if another request inserts the email first, the response is 400': 'Translate the code `unique` in `create`',
  },
} satisfies Mistake;
