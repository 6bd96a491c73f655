import type { Mistake } from '#check';

export default {
  summary: 'Without any request, the error ratio is NaN.',
  edits: [
    {
      file: 'observe/questions.ts',
      find: 'sum(all) === 0 ? 0 : sum(failed) / sum(all)',
      replace: 'sum(failed) / sum(all)',
    },
  ],
  fails: {
    'the error ratio is the share of statuses from 500': 'divides 0 by 0',
  },
} satisfies Mistake;
