import type { Mistake } from '#check';

export default {
  summary: 'Drains for a minute, but the supervisor kills a worker after 20 seconds.',
  edits: [{ file: 'app.options.ts', find: 'drain: 6_000', replace: 'drain: 60_000' }],
  fails: { 'a worker drains for longer than a client reuses a connection': 'kills a worker that has not exited' },
} satisfies Mistake;
