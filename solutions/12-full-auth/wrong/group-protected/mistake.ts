import type { Mistake } from '#check';

export default {
  summary: 'The whole group needs a token, even the login.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "path: '/auth',\n        children",
      replace: "path: '/auth',\n        middlewares: [BearerAuth],\n        children",
    },
  ],
  fails: {
    'a login responds with the token, its lifetime and the user': 'nobody has a token before the login',
    'a wrong password and an unknown email get the same new error message': 'nobody has a token before the login',
    'a login whose token cannot be signed is still 500': 'nobody has a token before the login',
    'a body that is not valid is still 400': 'nobody has a token before the login',
  },
} satisfies Mistake;
