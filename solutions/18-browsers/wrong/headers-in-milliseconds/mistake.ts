import type { Mistake } from '#check';

export default {
  summary: 'The time for the headers is given in seconds, so a client on a slow network is disconnected at once.',
  edits: [{ file: 'app.options.ts', find: 'headersTimeout: 5_000', replace: 'headersTimeout: 5' }],
  fails: {
    'a client that never finishes its headers is disconnected after five seconds':
      'limits.headersTimeout is smaller: it is in milliseconds',
  },
} satisfies Mistake;
