import type { Mistake } from '#check';

export default {
  summary: 'The first user to register becomes the admin.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "const user: User = { id: uuid(), email, name, role: 'user', created_at",
      replace:
        "const role = (await this.list()).length === 0 ? 'admin' : 'user';\n    const user: User = { id: uuid(), email, name, role, created_at",
    },
  ],
  fails: {
    'nobody else becomes an admin': 'anyone can be the first to register',
    'the code from the log turns one user into an admin': 'registering has made somebody an admin',
  },
} satisfies Mistake;
