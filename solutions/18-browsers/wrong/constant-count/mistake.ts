import type { Mistake } from '#check';

export default {
  summary: 'The count of version 2 is always 1, which is right for a blog with one post.',
  edits: [{ file: 'api/api.controller.ts', find: 'count: posts.length', replace: 'count: 1' }],
  fails: {
    'version 2 has an envelope, and no email': 'count is a constant',
  },
} satisfies Mistake;
