import type { Mistake } from '#check';

export default {
  summary: 'The diagnosis is supported by a complaint, and its time is right.',
  edits: [
    {
      file: 'timeline.md',
      find: `proves a lost update | E4 |`,
      replace: `proves a lost update | E2 |`,
    },
  ],
  fails: {
    'the timeline is complete, in order, and supported by evidence': 'E2 is something that you have noted',
  },
} satisfies Mistake;
