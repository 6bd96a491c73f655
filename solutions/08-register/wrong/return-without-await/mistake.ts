import type { Mistake } from '#check';

export default {
  summary: 'A promise is returned out of the `try` block, so its error is never caught there.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const user = await this.users.create({ email, name, hash });\n      return ctx.status(201).json(user);',
      replace: 'ctx.status(201);\n      return this.users.create({ email, name, hash });',
    },
  ],
  fails: {
    'an email that is already registered is refused with 400': 'write `return await',
    'upper and lower case do not make a different email': 'write `return await',
    'if another request inserts the email first, the response is 400': 'write `return await',
    'any other failure of the store is 400 with its message': 'is not caught in `register`',
  },
} satisfies Mistake;
