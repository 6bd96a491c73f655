import type { Mistake } from '#check';

export default {
  summary: 'A worker that dies is replaced at once, however often.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'const pause = Math.min(shortestPause * 2 ** this.#deaths++, longestPause);',
      replace: 'const pause = 0 * Math.min(shortestPause, longestPause, this.#deaths++);',
    },
  ],
  fails: {
    'a worker that dies is replaced, after a pause that doubles': 'forked at once',
    'a pause is never longer than ten seconds': 'The pauses in the log are: 0',
    'after a worker that lived for ten seconds, the pauses start at 100 ms again': 'The pauses were: 0',
  },
  mayFail: ['while the program stops, no worker is replaced'],
} satisfies Mistake;
