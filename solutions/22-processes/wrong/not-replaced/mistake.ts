import type { Mistake } from '#check';

export default {
  summary: 'Only the first workers are watched. Those that replace them die for good.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'if (!this.#isStopping) this.#fork();',
      replace: 'if (!this.#isStopping) cluster.fork();',
    },
  ],
  fails: {
    'a worker that dies is replaced, after a pause that doubles': 'only the first workers are watched',
    'after a worker that lived for ten seconds, the pauses start at 100 ms again': 'the replacement is not watched',
    'a worker that crashes is logged with its exit code': 'missing, like the line',
    'while the program stops, no worker is replaced': 'nothing to stop',
  },
} satisfies Mistake;
