import type { Mistake } from '#check';

export default {
  summary: 'The path of a child is misspelled.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: "{ method: 'DELETE', path: '/drafts', handler: this.discard }",
      replace: "{ method: 'DELETE', path: '/draft', handler: this.discard }",
    },
  ],
  fails: {
    'AdminController belongs to AdminModule and handles /admin/drafts':
      'AdminController has: GET /admin/drafts, DELETE /admin/draft',
    'DELETE /admin/drafts deletes the drafts and nothing else': '404',
    'DELETE /admin/drafts calls discardDrafts and waits for it': '404',
  },
} satisfies Mistake;
