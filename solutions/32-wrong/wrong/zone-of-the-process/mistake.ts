import type { Mistake } from '#check';

export default {
  summary: 'The program sets its own time zone before it does anything else.',
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
      file: 'api.ts',
      find: `process.env.DATABASE_URL ??=`,
      replace: `process.env.TZ = 'UTC';
process.env.DATABASE_URL ??=`,
    },
  ],
  fails: { 'the program keeps the time zone of its machine': 'This changes every date of the whole process' },
} satisfies Mistake;
