import type { Mistake } from '#check';

export default {
  summary: 'A worker that is shutting down still says that it is ready.',
  edits: [
    {
      file: 'health/health.controller.ts',
      find: "    if (this.readiness.isLeaving) return ctx.status(503).json({ error: 'Service Unavailable' });\n",
      replace: '    void ctx;\n',
    },
  ],
  fails: {
    'a worker that is leaving reports it without a query': 'does not look at `isLeaving`',
    'a worker that is shutting down is not ready': 'as if it were ready',
  },
} satisfies Mistake;
