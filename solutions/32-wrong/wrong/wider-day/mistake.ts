import type { Mistake } from '#check';

export default {
  summary: 'The list begins half a day earlier and ends half a day later, so that no event is missing.',
  edits: [
    {
      file: 'events/event-day.ts',
      find: `  // With the Z, because without it JavaScript reads a date with a time in the time zone of the machine.
  const from = new Date(\`\${day}T00:00:00Z\`);
`,
      replace: `  const from = new Date(\`\${day}T00:00:00Z\`);
`,
    },
    {
      file: 'events/event-day.ts',
      find: `  return { from: from`,
      replace: `  from.setTime(from.getTime() - 12 * 3_600_000);
  to.setTime(to.getTime() + 12 * 3_600_000);
  return { from: from`,
    },
  ],
  fails: {
    'every event is on the day of its time in UTC': 'the day begins or ends at another time than midnight in UTC',
    'the calendar is the same on every machine': 'the day begins or ends at another time than midnight in UTC',
  },
} satisfies Mistake;
