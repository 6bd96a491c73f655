import type { Mistake } from '#check';

export default {
  summary:
    'A series of deaths never ends, and its pauses have no maximum: after a bad night, the blog waits for hours.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: '    if (age >= stable) this.#deaths = 0;\n',
      replace: '    void [age, stable, longestPause];\n',
    },
    {
      file: 'cluster/supervisor.ts',
      find: 'Math.min(shortestPause * 2 ** this.#deaths++, longestPause)',
      replace: 'shortestPause * 2 ** this.#deaths++',
    },
  ],
  fails: {
    'a pause is never longer than ten seconds': 'the pause has no maximum',
    'after a worker that lived for ten seconds, the pauses start at 100 ms again': 'is never reset',
  },
} satisfies Mistake;
