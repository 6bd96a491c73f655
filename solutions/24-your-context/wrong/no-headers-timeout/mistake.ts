import type { Mistake } from '#check';

export default {
  summary: 'The headers of a request may take as long as the whole request.',
  edits: [
    {
      file: 'framework/server.ts',
      find: 'headersTimeout: Math.min(10_000, requestTimeout),',
      replace: 'headersTimeout: requestTimeout,',
    },
  ],
  fails: {
    'the headers must arrive within ten seconds, and two Authorization headers are joined': 'headersTimeout is missing',
  },
} satisfies Mistake;
