import type { Mistake } from '#check';

export default {
  summary: 'A quantile in the last bucket is infinite.',
  edits: [
    {
      file: 'observe/questions.ts',
      find: '  if (bucket.le === Number.POSITIVE_INFINITY) return below.le;\n',
      replace: '',
    },
  ],
  fails: {
    'a quantile is interpolated within its bucket': 'no upper bound',
  },
} satisfies Mistake;
