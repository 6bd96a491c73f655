import type { Mistake } from '#check';

export default {
  summary: 'If METRICS_TOKEN is not set, the word "undefined" is the token.',
  edits: [
    {
      file: 'observe/metrics-token.ts',
      find: "process.env.METRICS_TOKEN ?? ''",
      replace: 'String(process.env.METRICS_TOKEN)',
    },
  ],
  fails: {
    'the metrics are only for those who have the token': 'unset variable is compared',
  },
} satisfies Mistake;
