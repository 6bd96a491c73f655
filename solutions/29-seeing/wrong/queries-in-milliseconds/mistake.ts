import type { Mistake } from '#check';

export default {
  summary: 'The durations of statements are observed in milliseconds.',
  edits: [{ file: 'observe/waiting.ts', find: '.ms / 1_000', replace: '.ms' }],
  fails: {
    'SQL statements are in a histogram, in seconds': 'divide by 1,000',
  },
} satisfies Mistake;
