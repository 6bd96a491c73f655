import type { Mistake } from '#check';

export default {
  summary: 'The slowest route is the one with the highest median, so a few very slow requests are not noticed.',
  edits: [{ file: 'observe/questions.ts', find: 'quantile(0.99, buckets) }', replace: 'quantile(0.5, buckets) }' }],
  fails: {
    'the slowest route is the one with the highest 99th percentile': 'the median or the average',
  },
} satisfies Mistake;
