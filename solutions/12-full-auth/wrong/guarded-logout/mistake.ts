import type { Mistake } from '#check';

export default {
  summary: 'Only requests with a valid token may log out.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "path: '/logout', handler",
      replace: "path: '/logout', middlewares: [BearerAuth], handler",
    },
  ],
  fails: {
    'POST /auth/logout is 204, with a token, without one, and with any body': 'Logging out must always work',
  },
} satisfies Mistake;
