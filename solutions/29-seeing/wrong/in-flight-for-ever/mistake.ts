import type { Mistake } from '#check';

export default {
  summary: 'A request whose client disconnects is in flight for ever.',
  edits: [{ file: 'observe/requests.ts', find: '  inFlight.dec();', replace: '  if (complete) inFlight.dec();' }],
  fails: {
    'requests in flight go up and down again, even if the client disconnects': 'never subtracted',
  },
} satisfies Mistake;
