import type { Mistake } from '#check';

export default {
  summary: 'The group has a path that its children have, too.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '',", replace: "path: '/posts'," }],
  fails: {
    'the routes that write are children of one group': 'Use an empty path for the group',
  },
} satisfies Mistake;
