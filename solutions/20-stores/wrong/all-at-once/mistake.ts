import type { Mistake } from '#check';

export default {
  summary: 'Replaces everybody at once: for a while there are twice as many, with twice as many connections.',
  edits: [
    {
      file: 'cluster/crew.ts',
      find: 'for (const worker of Object.values(cluster.workers!)) {\n      if (this.#isStopping) return;',
      replace: 'const change = async (worker: Worker | undefined) => {\n      if (this.#isStopping) return;',
    },
    {
      file: 'cluster/crew.ts',
      find: "    }\n    this.log.info('all workers are new');",
      replace:
        "    };\n    await Promise.all(Object.values(cluster.workers!).map(change));\n    this.log.info('all workers are new');",
    },
  ],
  fails: {
    'a rolling restart replaces every worker, and the new one listens first': 'one at a time',
  },
  // A connection that Node hands to a worker just before it exits is lost.
  mayFail: ['no request fails while it goes on'],
} satisfies Mistake;
