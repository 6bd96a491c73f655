import type { Mistake } from '#check';

export default {
  summary: 'Takes a worker that was stopped together with the program for one that does not start.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'if (this.#isStopping) return;\n      if (!hasStarted)',
      replace: 'if (!hasStarted)',
    },
  ],
  fails: {
    "a worker on trial that is stopped with the program isn't a failed restart": 'The log has an error about it',
  },
} satisfies Mistake;
