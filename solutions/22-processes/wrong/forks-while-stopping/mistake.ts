import type { Mistake } from '#check';

export default {
  summary: 'A pause that ends while the program stops still ends with a new worker.',
  edits: [{ file: 'cluster/supervisor.ts', find: 'if (!this.#isStopping) this.#fork();', replace: 'this.#fork();' }],
  fails: { 'while the program stops, no worker is replaced': 'does not look at `#isStopping`' },
} satisfies Mistake;
