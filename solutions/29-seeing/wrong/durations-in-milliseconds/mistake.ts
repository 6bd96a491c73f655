import type { Mistake } from '#check';

export default {
  summary: 'The durations are observed in milliseconds, and the name of the metric says seconds.',
  edits: [
    {
      file: 'observe/requests.ts',
      find: 'durations.observe(labels, ms / 1_000)',
      replace: 'durations.observe(labels, ms)',
    },
  ],
  fails: {
    'durations are in a histogram, in seconds': 'divide by 1,000',
  },
} satisfies Mistake;
