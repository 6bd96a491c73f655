import type { Alternative } from '#check';

export default {
  summary: 'A request is repeated once.',
  step: 2,
  edits: [
    {
      file: 'related/related.service.ts',
      find: `        attempts: 3,
`,
      replace: `        attempts: 2,
`,
    },
  ],
} satisfies Alternative;
