import type { Mistake } from '#check';

export default {
  summary: 'The pause is the same each time.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'Math.min(shortestPause * 2 ** this.#deaths++, longestPause)',
      replace: 'Math.min(shortestPause + 0 * this.#deaths++, longestPause)',
    },
  ],
  fails: {
    'a worker that dies is replaced, after a pause that doubles': 'the pause does not double',
    'a pause is never longer than ten seconds': 'does not double',
    'after a worker that lived for ten seconds, the pauses start at 100 ms again': 'is not counted',
  },
} satisfies Mistake;
