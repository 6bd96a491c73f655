import type { Mistake } from '#check';

export default {
  summary: 'The first user to register is the admin, whoever that may be.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "const user: User = { id: uuid(), email, name, role: 'user', created_at",
      replace:
        "const role = (await this.list()).length === 0 ? 'admin' : 'user';\n    const user: User = { id: uuid(), email, name, role, created_at",
    },
  ],
  fails: {
    'nobody else becomes an admin, and a dismissed admin stays dismissed': 'nobody becomes an admin by registering',
    'the code in the log makes a user the first admin': 'nobody has used it yet',
  },
} satisfies Mistake;
