import type { Mistake } from '#check';

export default {
  summary: 'Routes that have no second version announce their end, too.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'middlewares: [accept(',
      replace: 'middlewares: [deprecated, accept(',
    },
  ],
  fails: {
    'version 1 announces its end, version 2 does not': 'deprecated is listed for more routes',
  },
} satisfies Mistake;
