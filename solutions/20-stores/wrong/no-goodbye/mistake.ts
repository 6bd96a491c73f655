import type { Mistake } from '#check';

export default {
  summary: 'Connections that look idle are closed at once, also those with a request on its way.',
  edits: [{ file: 'app.options.ts', find: ', drain: 6_000 }', replace: ', drain: 0 }' }],
  fails: {
    'no request fails while it goes on': 'without a goodbye',
    'who is leaving says so: not ready, and the connection ends': 'limits.drain',
  },
} satisfies Mistake;
