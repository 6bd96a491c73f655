import type { Mistake } from '#check';

export default {
  summary: 'Only one version of each post is kept, whatever the words are.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `JSON.stringify([id, post.updated_at, ...words])`,
      replace: `JSON.stringify([id, post.updated_at])`,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
`,
      replace: ``,
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
    'posts are highlighted as in the healthy program': 'found again for other words',
  },
} satisfies Mistake;
