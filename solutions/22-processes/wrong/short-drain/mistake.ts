import type { Mistake } from '#check';

export default {
  summary: 'The default for drain, one second, is shorter than a connection may be idle.',
  edits: [{ file: 'app.options.ts', find: ', drain: 6_000 }', replace: ' }' }],
  fails: {
    'a worker drains for longer than a client reuses a connection': 'closes it earlier',
    'no request fails during a rolling restart': 'closed too early',
  },
} satisfies Mistake;
