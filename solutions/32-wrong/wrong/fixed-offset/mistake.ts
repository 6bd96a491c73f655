import type { Mistake } from '#check';

export default {
  summary: "The difference of St. John's is subtracted, as it is in winter.",
  edits: [
    {
      file: 'events/event-day.ts',
      find: `  // With the Z, because without it JavaScript reads a date with a time in the time zone of the machine.
  const from = new Date(\`\${day}T00:00:00Z\`);
`,
      replace: `  const from = new Date(new Date(\`\${day}T00:00:00\`).getTime() - 3.5 * 3_600_000);
`,
    },
    {
      file: 'events/event-day.ts',
      find: `  to.setUTCDate(from.getUTCDate() + 1);
`,
      replace: `  to.setTime(from.getTime() + 24 * 3_600_000);
`,
    },
  ],
  fails: {
    'every event is on the day of its time in UTC': 'the day begins or ends at another time than midnight in UTC',
    'the calendar is the same on every machine': 'the day begins or ends at another time than midnight in UTC',
  },
} satisfies Mistake;
