import type { Mistake } from '#check';

export default {
  summary: 'The timeline ends with the repair, and nobody has looked whether it helped.',
  edits: [
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:26:14 | recovery | event-189 has eight guests and no free seat | E6 |
| 2026-11-19 02:26:17 | recovery | its trail has each number of seats once | E7 |
`,
      replace: ``,
    },
  ],
  fails: {
    'the timeline is complete, in order, and supported by evidence': 'No entry is a recovery',
  },
} satisfies Mistake;
