import type { Mistake } from '#check';

export default {
  summary: 'The address is what the client has written, and not what the proxy has seen.',
  edits: [{ file: 'edge/client-address.ts', find: 'forwarded.at(-this.#proxies)', replace: 'forwarded[0]' }],
  fails: {
    'behind a proxy, the address is the one that the proxy has seen': 'the client made up what stands on the left',
    'a network has five guesses, however its address is spelled': 'six guesses from one address',
    'each authentication leaves one line': 'what our proxies have written',
  },
} satisfies Mistake;
