import type { Mistake } from '#check';

export default {
  summary: 'Version 2 announces its end, too.',
  edits: [
    { file: 'api/api.controller.ts', find: '            middlewares: [deprecated],\n', replace: '' },
    {
      file: 'api/api.controller.ts',
      find: "        path: '/api',\n",
      replace: "        path: '/api',\n        middlewares: [deprecated],\n",
    },
  ],
  fails: {
    'version 1 announces its end, version 2 does not': 'deprecated is listed for the group /api',
  },
} satisfies Mistake;
