import type { Mistake } from '#check';

export default {
  summary: 'The posts can be collected, and their keys stay.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `new Map<string, Highlighted>()`,
      replace: `new Map<string, WeakRef<Highlighted>>()`,
    },
    { file: 'highlight/highlighter.ts', find: `this.#known.get(key);`, replace: `this.#known.get(key)?.deref();` },
    {
      file: 'highlight/highlighter.ts',
      find: `    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, highlighted);`,
      replace: `    this.#known.set(key, new WeakRef(highlighted));`,
    },
  ],
  fails: { 'the memory does not grow with the number of searches': 'their keys are still kept' },
} satisfies Mistake;
