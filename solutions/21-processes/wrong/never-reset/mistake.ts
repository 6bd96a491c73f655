import type { Mistake } from '#check';

export default {
  summary: 'The number of deaths is never reset: after a bad night, every pause takes ten seconds.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: '    if (age >= stable) this.#deaths = 0;\n',
      replace: '    void [age, stable];\n',
    },
  ],
  fails: {
    'after a worker that lived for ten seconds, the pauses start at 100 ms again': 'is never reset',
  },
} satisfies Mistake;
