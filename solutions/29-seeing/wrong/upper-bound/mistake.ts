import type { Mistake } from '#check';

export default {
  summary: 'A quantile is the upper bound of its bucket, up to twice the real value.',
  edits: [
    {
      file: 'observe/questions.ts',
      find: 'return below.le + ((bucket.le - below.le) * (rank - below.count)) / (bucket.count - below.count);',
      replace: 'return bucket.le;',
    },
  ],
  fails: {
    'a quantile is interpolated within its bucket': 'Interpolate between its two bounds',
  },
} satisfies Mistake;
