import type { Mistake } from '#check';

export default {
  summary: 'Everyone who sends the code becomes an admin.',
  edits: [
    { file: 'admin/first-admin.ts', find: '    this.#expected = undefined;\n', replace: '' },
    {
      file: 'users/users.service.ts',
      find: " and not exists (select 1 from users where role = ${'admin'})",
      replace: '',
    },
  ],
  fails: {
    'nobody else becomes an admin': 'accepted a second time',
    'the code from the log turns one user into an admin': 'another user has become an admin',
  },
} satisfies Mistake;
