import type { Mistake } from '#check';

export default {
  summary: 'The diagnosis is written down for a moment at which nobody could know it.',
  edits: [
    {
      file: 'timeline.md',
      find: `| 2026-11-19 02:24:54 | diagnosis`,
      replace: `| 2026-11-19 02:24:59 | diagnosis`,
    },
  ],
  fails: {
    'the timeline is complete, in order, and supported by evidence': "so it can't show anything that happened later",
  },
} satisfies Mistake;
