import type { Mistake } from '#check';

export default {
  summary: 'A worker that is leaving says that it is dead, so a supervisor kills it before it has finished.',
  edits: [
    {
      file: 'health/health.controller.ts',
      find: 'live() {',
      replace: 'live() {\n    if (this.readiness.isLeaving) throw Object.assign(new Error(), { status: 503 });',
    },
  ],
  fails: { 'a worker that is leaving is still alive': 'before it has finished its requests' },
} satisfies Mistake;
