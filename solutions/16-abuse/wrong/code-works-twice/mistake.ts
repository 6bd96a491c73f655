import type { Mistake } from '#check';

export default {
  summary: 'The code in the log makes an admin of everybody who sends it.',
  edits: [
    {
      file: 'admin/first-admin.ts',
      find: '    this.#expected = undefined;\n',
      replace: '',
    },
    {
      file: 'users/users.service.ts',
      find: " and not exists (select 1 from users where role = ${'admin'})",
      replace: '',
    },
  ],
  fails: {
    'nobody else becomes an admin, and a dismissed admin stays dismissed': 'it works once',
    'the code in the log makes a user the first admin': 'every user, with the role',
  },
} satisfies Mistake;
