import type { Mistake } from '#check';

export default {
  summary: 'An event that begins at midnight is on both days.',
  edits: [
    {
      file: 'events/events.service.ts',
      find: `starts_at < \${to}`,
      replace: `starts_at <= \${to}`,
    },
  ],
  fails: {
    'every event is on the day of its time in UTC': 'the day begins or ends at another time than midnight in UTC',
    'the calendar is the same on every machine': 'the day begins or ends at another time than midnight in UTC',
  },
} satisfies Mistake;
