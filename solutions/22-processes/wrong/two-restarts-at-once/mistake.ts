import type { Mistake } from '#check';

export default {
  summary: 'A second SIGHUP starts a second restart beside the first, and a restart goes on while the program stops.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'this.#restarting = this.#restarting.then(() => this.#restart());',
      replace: 'void this.#restarting;\n      void this.#restart();',
    },
    {
      file: 'cluster/supervisor.ts',
      find: '      if (this.#isStopping) return;\n      const next',
      replace: '      const next',
    },
    {
      file: 'cluster/supervisor.ts',
      find: '      if (this.#isStopping) return;\n      if (!hasStarted)',
      replace: '      if (!hasStarted)',
    },
  ],
  fails: {
    'a second SIGHUP waits for the first': 'both restarts run at the same time',
    'a restart ends when the program stops': 'does not look at `#isStopping`',
    'a restart ends when the program stops while an old worker finishes': 'before it forks a worker',
    "a worker on trial that is stopped with the program isn't a failed restart": 'The log has an error about it',
  },
} satisfies Mistake;
