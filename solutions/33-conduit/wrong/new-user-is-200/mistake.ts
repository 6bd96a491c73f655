import type { Mistake } from '#check';

export default {
  summary: 'A registration responds with 200.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: 'ctx.status(201).json(this.#current(user))',
      replace: 'ctx.status(200).json(this.#current(user))',
    },
  ],
  fails: {
    'a registration responds with 201 and the user': 'Expected status 201, got 200',
    'a new user has neither a bio nor an image': 'Expected status 201, got 200',
    'a long password is used as a whole, or refused': 'Expected status 201, got 200',
  },
} satisfies Mistake;
