import type { Mistake } from '#check';

export default {
  summary: 'Starts the supervisor for a single worker, too.',
  edits: [
    {
      file: 'main.ts',
      find: 'cluster.isPrimary && count > 1',
      replace: 'cluster.isPrimary',
    },
  ],
  fails: {
    'WORKERS=1 runs the program without a supervisor': 'only if the count is more than one',
  },
} satisfies Mistake;
