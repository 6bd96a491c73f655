import type { Mistake } from '#check';

export default {
  summary: 'Both routes of /admin have the middleware, but the group does not, so the next route would be open.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: `        middlewares: [BearerAuth],
`,
      replace: '',
    },
    {
      file: 'admin/admin.controller.ts',
      find: `path: '/drafts', handler: this.drafts`,
      replace: `path: '/drafts', middlewares: [BearerAuth], handler: this.drafts`,
    },
    {
      file: 'admin/admin.controller.ts',
      find: `path: '/drafts', handler: this.discard`,
      replace: `path: '/drafts', middlewares: [BearerAuth], handler: this.discard`,
    },
  ],
  fails: {
    'AuthModule declares and exports BearerAuth': 'A route that is added later would be open',
  },
} satisfies Mistake;
