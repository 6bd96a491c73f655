import type { Mistake } from '#check';

export default {
  summary: 'The beginning of the day is right, and its end is a local day later.',
  edits: [
    {
      file: 'events/event-day.ts',
      find: `  to.setUTCDate(from.getUTCDate() + 1);
`,
      replace: `  to.setDate(from.getDate() + 1);
`,
    },
  ],
  fails: {
    'every event is on the day of its time in UTC': 'the day begins or ends at another time than midnight in UTC',
    'the calendar is the same on every machine': 'the day begins or ends at another time than midnight in UTC',
  },
} satisfies Mistake;
