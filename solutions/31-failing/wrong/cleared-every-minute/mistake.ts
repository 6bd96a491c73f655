import type { Mistake } from '#check';

export default {
  summary: 'All posts that are kept are forgotten once in a minute.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
`,
      replace: `    this.#timer ??= setInterval(() => this.#known.clear(), 60_000).unref();
`,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `/** Posts that are kept. The newest searches are the ones that are repeated: by a reload, or the next reader of the same list. */
const most = 100;

`,
      replace: ``,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `  /** Many readers come`,
      replace: `  #timer: NodeJS.Timeout | undefined;
  /** Many readers come`,
    },
  ],
  fails: {
    'the memory does not grow with the number of searches': 'a limit that is so high',
  },
} satisfies Mistake;
