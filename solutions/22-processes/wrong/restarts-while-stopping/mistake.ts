import type { Mistake } from '#check';

export default {
  summary: 'A program that is asked to stop during a restart forks another worker before it ends.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'if (this.#isStopping) return;\n      const next',
      replace: 'const next',
    },
  ],
  fails: {
    'a restart ends when the program stops while an old worker finishes': 'before it forks a worker',
  },
} satisfies Mistake;
