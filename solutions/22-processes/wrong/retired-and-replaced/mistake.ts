import type { Mistake } from '#check';

export default {
  summary: 'An old worker that exits as asked counts as dead and is replaced: with each restart there are more.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'if (this.#retiring.delete(worker) || this.#isStopping) return;',
      replace: 'if (this.#isStopping) return;',
    },
  ],
  fails: {
    'SIGHUP replaces every worker, one at a time': 'replaces workers that were asked to stop',
    'if a new worker does not start, the old ones stay': 'one attempt per SIGHUP',
    'a second SIGHUP waits for the first': 'two times in a row',
  },
} satisfies Mistake;
