import type { Mistake } from '#check';

export default {
  summary: 'The old worker leaves before the new one listens.',
  edits: [
    {
      file: 'cluster/crew.ts',
      find: '      const next = this.#hire();\n',
      replace: '      await this.#dismiss(worker!);\n      const next = this.#hire();\n',
    },
    {
      file: 'cluster/crew.ts',
      find: '      await this.#dismiss(worker!.isDead() ? next : worker!);\n',
      replace: '',
    },
  ],
  fails: { 'a rolling restart replaces every worker, and the new one listens first': 'has to listen before' },
  // A connection that Node hands to a worker just before it exits is lost.
  mayFail: ['no request fails while it goes on'],
} satisfies Mistake;
