import type { Mistake } from '#check';

export default {
  summary: 'Logs only the signal: a worker that crashes gets none, and its exit code is lost.',
  edits: [{ file: 'cluster/supervisor.ts', find: 'signal ?? code', replace: 'signal' }],
  fails: { 'a worker that crashes is logged with its exit code': 'only the signal is passed' },
} satisfies Mistake;
