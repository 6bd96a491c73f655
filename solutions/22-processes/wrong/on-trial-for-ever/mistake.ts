import type { Mistake } from '#check';

export default {
  summary: 'A worker that a restart has started is never replaced when it dies.',
  edits: [{ file: 'cluster/supervisor.ts', find: '      this.#retiring.delete(next);\n', replace: '' }],
  fails: {
    'a worker that a restart has started is replaced if it dies later': 'the new worker is still in `#retiring`',
  },
} satisfies Mistake;
