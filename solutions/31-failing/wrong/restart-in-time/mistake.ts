import type { Mistake } from '#check';

export default {
  summary: 'The program ends itself when it keeps too many posts, and somebody starts it again.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
`,
      replace: `    if (this.#known.size >= 2_000) process.exit(1);
`,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `/** Posts that are kept. The newest searches are the ones that are repeated: by a reload, or the next reader of the same list. */
const most = 100;

`,
      replace: ``,
    },
  ],
  fails: {
    'the memory does not grow with the number of searches': 'the program has ended',
  },
} satisfies Mistake;
