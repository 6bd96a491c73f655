import type { Mistake } from '#check';

export default {
  summary: 'The day ends with its last second, and not with the beginning of the next day.',
  edits: [
    {
      file: 'events/event-day.ts',
      find: `  const to = new Date(from);
  to.setUTCDate(from.getUTCDate() + 1);
`,
      replace: `  const to = new Date(\`\${day}T23:59:59Z\`);
`,
    },
  ],
  fails: {
    'every event is on the day of its time in UTC': 'a second is enough',
    'the calendar is the same on every machine': 'a second is enough',
  },
} satisfies Mistake;
