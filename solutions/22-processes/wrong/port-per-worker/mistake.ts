import type { Mistake } from '#check';

export default {
  summary: 'Each worker gets a port of its own, so clients would have to know all of them.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'cluster.fork()',
      replace: 'cluster.fork({ PORT: String(20_000 + Math.floor(Math.random() * 10_000)) })',
    },
  ],
  fails: { 'WORKERS=2 starts two workers on one port': 'The workers listen on different ports' },
} satisfies Mistake;
