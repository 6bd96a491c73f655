import type { Mistake } from '#check';

export default {
  summary: 'The file of the calendar sets the time zone of the whole process.',
  edits: [
    {
      file: 'events/event-day.ts',
      find: `  // With the Z, because without it JavaScript reads a date with a time in the time zone of the machine.
  const from = new Date(\`\${day}T00:00:00Z\`);
`,
      replace: `  const from = new Date(\`\${day}T00:00:00\`);
`,
    },
    {
      file: 'events/event-day.ts',
      find: `  to.setUTCDate(from.getUTCDate() + 1);
`,
      replace: `  to.setDate(from.getDate() + 1);
`,
    },
    {
      file: 'events/event-day.ts',
      find: `/** The beginning of a day, and`,
      replace: `process.env.TZ = 'UTC';

/** The beginning of a day, and`,
    },
  ],
  fails: { 'the program keeps the time zone of its machine': 'This changes every date of the whole process' },
} satisfies Mistake;
