import type { Mistake } from '#check';

export default {
  summary: 'The times of the events are moved, so that they fit the list.',
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
      file: 'events/events.controller.ts',
      find: `    return this.events.ofDay(day);`,
      replace: `    return this.events.ofDay(day).then((events) =>
      events.map((event) => {
        const time = new Date(event.starts_at);
        time.setMinutes(time.getMinutes() - time.getTimezoneOffset());
        return { ...event, starts_at: time.toISOString() };
      }),
    );`,
    },
  ],
  fails: {
    'every event is on the day of its time in UTC': 'changes the times of the events',
    'the calendar is the same on every machine': 'changes the times of the events',
  },
} satisfies Mistake;
