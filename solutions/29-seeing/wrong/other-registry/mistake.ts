import type { Mistake } from '#check';

export default {
  summary: 'The counter is in the default registry of prom-client, and the scrape is made from another one.',
  edits: [
    {
      file: 'observe/metrics.ts',
      find: "  labelNames: ['method', 'route', 'status'],\n  registers,",
      replace: "  labelNames: ['method', 'route', 'status'],",
    },
  ],
  fails: {
    'requests are counted by method, route and status': 'default registry',
  },
} satisfies Mistake;
