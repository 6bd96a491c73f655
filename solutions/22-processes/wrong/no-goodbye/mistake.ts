import type { Mistake } from '#check';

export default {
  summary: 'Idle connections are closed at once, even if a request is on its way.',
  edits: [{ file: 'app.options.ts', find: ', drain: 6_000 }', replace: ', drain: 0 }' }],
  fails: {
    'no request fails during a rolling restart': 'the connection was closed without "Connection: close"',
    'a worker drains for longer than a client reuses a connection': 'this worker closes it earlier',
  },
  mayFail: ['a worker that is shutting down is not ready'],
} satisfies Mistake;
