import type { Mistake } from '#check';

export default {
  summary: 'Only who is logged in may log out.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "path: '/logout', handler",
      replace: "path: '/logout', middlewares: [BearerAuth], handler",
    },
  ],
  fails: { 'POST /auth/logout is 204, with a token, without one, and with any body': 'logging out always works' },
} satisfies Mistake;
