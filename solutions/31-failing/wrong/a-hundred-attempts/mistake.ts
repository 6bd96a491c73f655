import type { Mistake } from '#check';

export default {
  summary: 'A request is repeated a hundred times at the most.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `        attempts: 3,
`,
      replace: `        attempts: 100,
`,
    },
  ],
  fails: {
    'while the service fails, it gets few requests, and readers get a response': 'five for each reader',
  },
} satisfies Mistake;
