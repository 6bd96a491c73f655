import type { Alternative } from '#check';

export default {
  summary: 'The cause was found before anybody limited the damage, as far as the entries tell.',
  step: 5,
  edits: [
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:24:36 | mitigation | Ines offers to close the sale of seats by hand, and does it | E3 |
`,
      replace: ``,
    },
    {
      file: 'timeline.md',
      find: `the save restarts the blog | E5 |
`,
      replace: `the save restarts the blog | E5 |
| 2026-11-19 02:25:05 | mitigation | the restart also ends the sale that was going on | E5 |
`,
    },
  ],
} satisfies Alternative;
