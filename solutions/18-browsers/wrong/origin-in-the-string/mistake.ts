import type { Mistake } from '#check';

export default {
  summary: 'Looks for the origin in the variable as a whole, which contains parts of trusted ones.',
  edits: [
    {
      file: 'edge/trusted-origins.ts',
      find: 'return this.#origins.has(origin);',
      replace: "return origin !== '' && [...this.#origins].join().includes(origin);",
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
