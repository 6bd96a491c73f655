import type { Mistake } from '#check';

export default {
  summary: 'Trusts every origin that ends like a trusted one, and anyone can register such a name.',
  edits: [
    {
      file: 'edge/trusted-origins.ts',
      find: 'return this.#origins.has(origin);',
      replace:
        "return [...this.#origins].some((one) => origin.startsWith('https://') && origin.endsWith(one.slice('https://'.length)));",
    },
  ],
  fails: {
    'any other origin gets no permission': 'compared only in part',
  },
  mayFail: [
    'a request that changes something is refused if another site has sent it',
    'a refused request does nothing, and is in the audit log',
  ],
} satisfies Mistake;
