import type { Mistake } from '#check';

export default {
  summary: 'A slow client can keep a connection for as long as it likes.',
  edits: [
    {
      file: 'app.options.ts',
      find: ', headersTimeout: 5_000, requestTimeout: 10_000',
      replace: ', headersTimeout: 60_000, requestTimeout: 120_000',
    },
  ],
  fails: {
    'a client that never finishes its headers is disconnected after five seconds':
      'limits.headersTimeout is missing or larger',
    'a request may take ten seconds': 'limits.requestTimeout is another number',
  },
} satisfies Mistake;
