import type { Mistake } from '#check';

export default {
  summary: 'The route creates a middleware of its own, whose fields nobody fills.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: 'middlewares: [BearerAuth]',
      replace: 'middlewares: [new BearerAuth()]',
    },
  ],
  fails: {
    'a request with a token reaches the handler': "Cannot read properties of undefined (reading 'verify')",
  },
} satisfies Mistake;
