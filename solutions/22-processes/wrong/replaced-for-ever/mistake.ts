import type { Mistake } from '#check';

export default {
  summary: 'A new worker that dies at startup is replaced like one that has worked, again and again.',
  edits: [
    { file: 'cluster/supervisor.ts', find: '      this.#retiring.add(next);\n', replace: '' },
    { file: 'cluster/supervisor.ts', find: '      this.#retiring.delete(next);\n', replace: '' },
  ],
  fails: {
    'if a new worker does not start, the old ones stay': 'one attempt per SIGHUP',
    'a second SIGHUP waits for the first': 'two times in a row',
  },
} satisfies Mistake;
