import type { Mistake } from '#check';

export default {
  summary: 'create looks for words in the message of an error instead of comparing its code.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "(error as { code?: string }).code !== 'unique'",
      replace: "!(error as Error).message.includes('UNIQUE constraint failed')",
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400': 'every database has its own',
    'any other failure of the store is 400 with its message': '`create` looks for words in error.message',
  },
} satisfies Mistake;
