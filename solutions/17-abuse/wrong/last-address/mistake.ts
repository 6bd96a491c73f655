import type { Mistake } from '#check';

export default {
  summary: 'Takes the last address, for any number of proxies.',
  edits: [{ file: 'edge/client-address.ts', find: 'forwarded.at(-this.#proxies)', replace: 'forwarded.at(-1)' }],
  fails: {
    'behind a proxy, the address is the one that the proxy has seen': '.at(-2)',
    'a network has five guesses, however its address is spelled': 'six spellings',
    'every authentication event is one line in the log': 'what our proxies have added',
  },
} satisfies Mistake;
