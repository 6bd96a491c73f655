import type { Mistake } from '#check';

export default {
  summary: 'The group has a path that its children have, too.',
  edits: [{ file: 'posts/posts.controller.ts', find: "path: '',", replace: "path: '/posts'," }],
  fails: {
    'the routes that write are children of one group': 'Use an empty path for the group',
    'every write without a valid token is 401, and changes nothing': 'Use an empty path for the group',
    'every user may change and delete every post': 'Use an empty path for the group',
  },
} satisfies Mistake;
