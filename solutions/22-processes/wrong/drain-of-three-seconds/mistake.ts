import type { Mistake } from '#check';

export default {
  summary: 'Drains for three seconds. A client may reuse its connection for five.',
  edits: [
    {
      file: 'app.options.ts',
      find: 'drain: 6_000',
      replace: 'drain: 3_000',
    },
  ],
  fails: {
    'a worker drains for longer than a client reuses a connection': 'closes it earlier',
  },
} satisfies Mistake;
