import type { Mistake } from '#check';

export default {
  summary: 'Liveness asks the stores: while one of them is away, everybody would be restarted in circles.',
  edits: [
    {
      file: 'health/health.controller.ts',
      find: "  live() {\n    return { status: 'ok' };",
      replace: "  async live() {\n    await this.readiness.check();\n    return { status: 'ok' };",
    },
  ],
  fails: { '/health/live says that the process runs, whatever else is away': 'it asks nobody else' },
} satisfies Mistake;
