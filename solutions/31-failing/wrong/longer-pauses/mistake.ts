import type { Mistake } from '#check';

export default {
  summary: 'There are three seconds between two attempts, and no limit.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `        attempts: 3,
`,
      replace: ``,
    },
    {
      file: 'related/related.service.ts',
      find: `        pause: 50,`,
      replace: `        pause: 3_000,`,
    },
  ],
  fails: {
    'while the service fails, it gets few requests, and readers get a response': 'The service responds with errors',
  },
  mayFail: ['nobody notices a single request that fails'],
} satisfies Mistake;
