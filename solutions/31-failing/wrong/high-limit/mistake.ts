import type { Mistake } from '#check';

export default {
  summary: 'At most a hundred thousand posts are kept.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `const most = 100;`,
      replace: `const most = 100_000;`,
    },
  ],
  fails: {
    'the memory does not grow with the number of searches': 'a limit that is so high',
  },
} satisfies Mistake;
