import type { Alternative } from '#check';

export default {
  summary: 'Both boundaries are local, and each is moved by the offset of its own day.',
  step: 4,
  edits: [
    { file: 'events/event-day.ts', find: `\`\${day}T00:00:00Z\``, replace: `\`\${day}T00:00:00\`` },
    {
      file: 'events/event-day.ts',
      find: `  const to = new Date(from);
  to.setUTCDate(from.getUTCDate() + 1);
`,
      replace: `  const to = new Date(from);
  to.setDate(from.getDate() + 1);
  for (const one of [from, to]) one.setTime(one.getTime() - one.getTimezoneOffset() * 60_000);
`,
    },
  ],
} satisfies Alternative;
