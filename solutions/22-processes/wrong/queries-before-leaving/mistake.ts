import type { Mistake } from '#check';

export default {
  summary: 'Queries the stores before it says that it is leaving.',
  edits: [
    {
      file: 'health/health.controller.ts',
      find: "    if (this.readiness.isLeaving) return ctx.status(503).json({ error: 'Service Unavailable' });\n    await this.readiness.check();\n",
      replace:
        "    await this.readiness.check();\n    if (this.readiness.isLeaving) return ctx.status(503).json({ error: 'Service Unavailable' });\n",
    },
  ],
  fails: {
    'a worker that is leaving reports it without a query': 'calls `check()` first',
  },
} satisfies Mistake;
