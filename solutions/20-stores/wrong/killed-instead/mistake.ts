import type { Mistake } from '#check';

export default {
  summary: 'The old workers are killed, with whatever they are doing.',
  edits: [
    {
      file: 'cluster/crew.ts',
      find: "if (worker.isConnected()) worker.send('stop');",
      replace: "worker.process.kill('SIGKILL');",
    },
  ],
  fails: {
    'no request fails while it goes on': 'never killed',
    'who is leaving says so: not ready, and the connection ends': 'on its way out',
  },
} satisfies Mistake;
