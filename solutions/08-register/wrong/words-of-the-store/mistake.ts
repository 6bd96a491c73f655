import type { Mistake } from '#check';

export default {
  summary: 'The client reads the words of SQLite: the error was not translated.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "throw new Error('email already registered', { cause: error });",
      replace: 'throw error;',
    },
  ],
  fails: {
    'an email that is registered is refused with 400': 'UNIQUE constraint failed: users.email_key',
    'the case of the letters does not make another email': 'UNIQUE constraint failed: users.email_key',
    'of four registrations at once with one email, exactly one succeeds': 'UNIQUE constraint failed: users.email_key',
    'an email stays taken after a restart': 'UNIQUE constraint failed: users.email_key',
  },
} satisfies Mistake;
