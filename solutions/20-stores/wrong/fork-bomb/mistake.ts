import type { Mistake } from '#check';

export default {
  summary: 'Who dies is replaced at once, however often.',
  edits: [
    {
      file: 'cluster/crew.ts',
      find: 'const pause = Math.min(shortestPause * 2 ** Math.max(0, this.#earlyDeaths - 1), longestPause);',
      replace: 'const pause = 0 * Math.min(shortestPause, longestPause, this.#earlyDeaths);',
    },
  ],
  fails: { 'who dies is replaced, after a pause that grows': 'as often as the machine can' },
} satisfies Mistake;
