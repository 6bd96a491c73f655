import type { Mistake } from '#check';

export default {
  summary: 'Compares with one role, whatever role the route asks for.',
  edits: [{ file: 'auth/require-role.ts', find: '!== this.#role', replace: "!== 'admin'" }],
  fails: {
    'GET /admin/users is only for admins': "compares with the string 'admin'",
  },
} satisfies Mistake;
