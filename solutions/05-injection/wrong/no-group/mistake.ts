import type { Mistake } from '#check';

export default {
  summary: 'AdminController lists its routes with their full paths.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: "        path: '/admin',\n        children: [\n          { method: 'GET', path: '/drafts', handler: this.drafts },\n          { method: 'DELETE', path: '/drafts', handler: this.discard },\n        ],\n",
      replace:
        "        method: 'GET',\n        path: '/admin/drafts',\n        handler: this.drafts,\n      },\n      {\n        method: 'DELETE',\n        path: '/admin/drafts',\n        handler: this.discard,\n",
    },
  ],
  fails: {
    'AdminController belongs to AdminModule and handles /admin/drafts': 'No group contains both',
  },
} satisfies Mistake;
