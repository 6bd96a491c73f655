import type { Alternative } from '#check';

export default {
  summary: 'Nothing is kept: marking the words takes less time than reading the post.',
  step: 3,
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `/** Posts that are kept. The newest searches are the ones that are repeated: by a reload, or the next reader of the same list. */
const most = 100;

`,
      replace: ``,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `  /** Many readers come from the same page of a search engine, with the same words. */
  readonly #known = new Map<string, Highlighted>();
`,
      replace: ``,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `    const key = JSON.stringify([id, post.updated_at, ...words]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const highlighted = new Highlighted(id, mark(post.title, words), mark(post.content, words));
    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, highlighted);
    return highlighted;
`,
      replace: `    return new Highlighted(id, mark(post.title, words), mark(post.content, words));
`,
    },
  ],
} satisfies Alternative;
