import type { Mistake } from '#check';

export default {
  summary: 'A transaction counts and inserts, and nothing makes two of them wait for each other.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: '      await tx.run`update users set name = name where id = ${user_id}`;\n',
      replace: '',
    },
  ],
  fails: { 'nobody gets a sixth API key, whichever way they come': 'lock the row of the user first' },
} satisfies Mistake;
