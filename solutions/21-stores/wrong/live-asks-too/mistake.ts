import type { Mistake } from '#check';

export default {
  summary: 'Liveness queries the stores: while one of them is down, every process would be restarted again and again.',
  edits: [
    {
      file: 'health/health.controller.ts',
      find: "  live() {\n    return { status: 'ok' };",
      replace: "  async live() {\n    await this.readiness.check();\n    return { status: 'ok' };",
    },
  ],
  fails: { 'GET /health/live responds with 200, whichever store is down': 'restart every process' },
} satisfies Mistake;
