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
    'a network has five guesses, however its address is spelled': 'in other spellings',
    'each authentication leaves one line': 'what our proxies have written',
  },
} satisfies Mistake;
