import type { Mistake } from '#check';

export default {
  summary: 'The route makes a guard of its own, whose fields nobody fills.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: 'middlewares: [BearerAuth]',
      replace: 'middlewares: [new BearerAuth()]',
    },
  ],
  fails: {
    'a request with a token passes the guard': "Cannot read properties of undefined (reading 'verify')",
  },
} satisfies Mistake;
