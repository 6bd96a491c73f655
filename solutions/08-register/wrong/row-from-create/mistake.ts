import type { Mistake } from '#check';

export default {
  summary: 'UsersService.create returns the hash as well, and the handler removes it again.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'return user;',
      replace: 'return { ...user, password: hash } as User;',
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'return ctx.status(201).json(user);',
      replace: `const { id, created_at } = user;
      return ctx.status(201).json({ id, email, name, created_at });`,
    },
  ],
  fails: {
    'POST /auth/register responds with 201 and the user': 'every handler has to remove the hash before it responds',
  },
} satisfies Mistake;
