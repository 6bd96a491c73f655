import type { Mistake } from '#check';

export default {
  summary: 'A request that fails is never repeated.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `        attempts: 3,
`,
      replace: `        attempts: 1,
`,
    },
  ],
  fails: {
    'nobody notices a single request that fails': 'not sent again at all',
  },
} satisfies Mistake;
