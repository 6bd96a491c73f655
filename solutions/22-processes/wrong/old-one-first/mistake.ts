import type { Mistake } from '#check';

export default {
  summary: 'The old worker stops before the new one listens.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: '      const next = this.#fork();\n',
      replace: '      await this.#retire(worker!);\n      const next = this.#fork();\n',
    },
    {
      file: 'cluster/supervisor.ts',
      find: '      await this.#retire(worker!.isDead() ? next : worker!);\n',
      replace: '',
    },
  ],
  fails: {
    'SIGHUP replaces every worker, one at a time': 'before the new one listens',
    'if a new worker does not start, the old ones stay': 'were stopped all the same',
    'a new worker that hangs is given up, and the next restart works': '1 workers are left',
  },
  mayFail: ['a second SIGHUP waits for the first'],
} satisfies Mistake;
