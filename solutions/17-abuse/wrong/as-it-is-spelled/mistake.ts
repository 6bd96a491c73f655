import type { Mistake } from '#check';

export default {
  summary: 'An address counts as the proxy has spelled it.',
  edits: [
    {
      file: 'edge/client-address.ts',
      find: "parseAddress(forwarded.at(-this.#proxies) ?? '') ?? socket",
      replace: 'forwarded.at(-this.#proxies)?.trim() || socket',
    },
  ],
  fails: {
    'a network has five guesses, however its address is spelled': 'does not use parseAddress',
    'every authentication event is one line in the log': 'what our proxies have added',
  },
} satisfies Mistake;
