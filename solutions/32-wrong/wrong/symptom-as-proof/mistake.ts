import type { Mistake } from '#check';

export default {
  summary: 'The diagnosis is supported by a complaint, which shows the symptom.',
  edits: [
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:24:54 | diagnosis | the trail of event-168 proves a lost update | E4 |`,
      replace: `| 2026-11-19 02:24:36 | diagnosis | the page of Ines proves a lost update | E3 |`,
    },
  ],
  fails: {
    'the timeline is complete, in order, and supported by evidence': 'shows another thing',
  },
} satisfies Mistake;
