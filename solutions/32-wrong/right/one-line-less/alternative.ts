import type { Alternative } from '#check';

export default {
  summary: 'The timeline has only what it needs, with times to the minute.',
  step: 5,
  edits: [
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:24:27 | damage | a complaint: event-165 has twelve guests as well, so it still happens | E2 |
| 2026-11-19 02:24:32 | damage | different requests for event-168 leave the same number of seats | E4 |
| 2026-11-19 02:24:36 | mitigation`,
      replace: `| 2026-11-19 02:24 | mitigation`,
    },
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:24:08 | detection`,
      replace: `| 2026-11-19 02:24 | detection`,
    },
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:24:54 | diagnosis`,
      replace: `| 2026-11-19 02:24 | diagnosis`,
    },
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:26:14 | recovery | event-189 has eight guests and no free seat | E6 |
| 2026-11-19 02:26:17 | recovery | its trail has each number of seats once | E7 |
`,
      replace: `| 2026-11-19 02:26 | recovery | event-189 has eight guests and no free seat | E6 |
`,
    },
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:25:05 | repair`,
      replace: `| 2026-11-19 02:25 | repair`,
    },
  ],
} satisfies Alternative;
