import type { Mistake } from '#check';

export default {
  summary: 'Replaces all workers at once: for a while there are twice as many, with twice as many connections.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'for (const worker of Object.values(cluster.workers!)) {\n      if (this.#isStopping) return;',
      replace: 'const replace = async (worker: Worker | undefined) => {\n      if (this.#isStopping) return;',
    },
    {
      file: 'cluster/supervisor.ts',
      find: "    }\n    this.log.info('all workers are new');",
      replace:
        "    };\n    await Promise.all(Object.values(cluster.workers!).map(replace));\n    this.log.info('all workers are new');",
    },
  ],
  fails: {
    'SIGHUP replaces every worker, one at a time': 'In between, there were 4 workers',
    'if a new worker does not start, the old ones stay': 'one attempt per SIGHUP',
    'a second SIGHUP waits for the first': 'at one time there were 4',
  },
} satisfies Mistake;
