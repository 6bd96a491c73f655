import type { Alternative } from '#check';

export default {
  summary: 'A date without a time is read in UTC, and a day in UTC always has 24 hours.',
  step: 4,
  edits: [
    {
      file: 'events/event-day.ts',
      find: `  // With the Z, because without it JavaScript reads a date with a time in the time zone of the machine.
  const from = new Date(\`\${day}T00:00:00Z\`);
`,
      replace: `  const from = new Date(day);
`,
    },
    {
      file: 'events/event-day.ts',
      find: `  to.setUTCDate(from.getUTCDate() + 1);
`,
      replace: `  to.setTime(from.getTime() + 86_400_000);
`,
    },
  ],
} satisfies Alternative;
