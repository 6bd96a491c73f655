import type { Mistake } from '#check';

export default {
  summary: 'The evidence of the recovery is a complaint.',
  edits: [
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:26:14 | recovery | event-189 has eight guests and no free seat | E6 |
| 2026-11-19 02:26:17 | recovery | its trail has each number of seats once | E7 |
`,
      replace: `| 2026-11-19 02:26:19 | recovery | nobody has more than eight guests any more | E8 |
`,
    },
  ],
  fails: {
    'the timeline is complete, in order, and supported by evidence': 'complaints only say what is wrong',
  },
} satisfies Mistake;
