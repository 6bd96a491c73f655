import type { Mistake } from '#check';

export default {
  summary: 'The log names the process id of the primary, so nobody can tell which worker has died.',
  edits: [{ file: 'cluster/supervisor.ts', find: 'pid: worker.process.pid', replace: 'pid: process.pid' }],
  fails: { 'a worker that dies is replaced, after a pause that doubles': 'is that of the primary' },
} satisfies Mistake;
