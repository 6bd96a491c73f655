import type { Alternative } from '#check';

export default {
  summary: 'The database compares the first ten characters of the time with the day.',
  step: 4,
  edits: [
    {
      file: 'events/events.service.ts',
      find: `      where starts_at >= \${from} and starts_at < \${to}
`,
      replace: `      where substr(starts_at, 1, 10) = \${from.slice(0, 10)}
`,
    },
  ],
} satisfies Alternative;
