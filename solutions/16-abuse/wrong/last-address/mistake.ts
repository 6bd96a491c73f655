import type { Mistake } from '#check';

export default {
  summary: 'Takes the last address, whatever the number of proxies: two of them, and everybody is the first proxy.',
  edits: [{ file: 'edge/client-address.ts', find: 'forwarded.at(-this.#proxies)', replace: 'forwarded.at(-1)' }],
  fails: {
    'behind a proxy, the address is the one that the proxy has seen': '.at(-2) here',
    'a network has five guesses, however its address is spelled': 'six guesses from one address',
    'each authentication leaves one line': 'what our proxies have written',
  },
} satisfies Mistake;
