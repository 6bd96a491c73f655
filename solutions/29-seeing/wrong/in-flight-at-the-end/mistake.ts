import type { Mistake } from '#check';

export default {
  summary: 'A request is counted as in flight when it has ended.',
  edits: [
    { file: 'observe/requests.ts', find: '() => inFlight.inc();', replace: '() => {};' },
    { file: 'observe/requests.ts', find: '  inFlight.dec();', replace: '  inFlight.inc();\n  inFlight.dec();' },
  ],
  fails: {
    'requests in flight go up and down again, even if the client disconnects': 'Increment it in `onRequest`',
  },
} satisfies Mistake;
