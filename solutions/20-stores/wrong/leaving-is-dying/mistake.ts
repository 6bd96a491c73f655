import type { Mistake } from '#check';

export default {
  summary: 'An old worker that leaves as asked counts as dead, and is replaced: with each restart there are more.',
  edits: [
    {
      file: 'cluster/crew.ts',
      find: 'if (this.#leaving.delete(worker) || this.#isStopping) return;',
      replace: 'if (this.#isStopping) return;',
    },
  ],
  fails: { 'a rolling restart replaces every worker, and the new one listens first': 'your exit handler replaced it' },
  // A connection that Node hands to a worker just before it exits is lost.
  mayFail: ['no request fails while it goes on'],
} satisfies Mistake;
