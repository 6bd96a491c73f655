import type { Mistake } from '#check';

export default {
  summary: "create recognizes the whole message of SQLite, and no other database's.",
  edits: [
    {
      file: 'users/users.service.ts',
      find: "(error as { code?: string }).code !== 'unique'",
      replace: "!(error as Error).message.includes('UNIQUE constraint failed: users.email_key')",
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400': 'every database has its own',
  },
} satisfies Mistake;
