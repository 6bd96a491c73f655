import type { Mistake } from '#check';

export default {
  summary: 'The old workers are killed, together with the requests that they handle.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'if (worker.isConnected()) ask();',
      replace: "worker.process.kill('SIGKILL');",
    },
  ],
  fails: {
    'no request fails during a rolling restart': 'is killed instead of being asked to stop',
    'a worker that is shutting down is not ready': 'as if it were ready',
  },
} satisfies Mistake;
