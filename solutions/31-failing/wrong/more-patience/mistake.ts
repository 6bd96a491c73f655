import type { Mistake } from '#check';

export default {
  summary: 'The service gets ten seconds for each request, and failures are still repeated without a limit.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `        attempts: 3,
`,
      replace: ``,
    },
    {
      file: 'related/related.service.ts',
      find: `const patience = 300;`,
      replace: `const patience = 10_000;`,
    },
  ],
  fails: {
    'while the service fails, it gets few requests, and readers get a response': 'five for each reader',
  },
} satisfies Mistake;
