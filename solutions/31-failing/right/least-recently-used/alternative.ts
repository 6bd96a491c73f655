import type { Alternative } from '#check';

export default {
  summary: 'The post that was not asked for the longest time is forgotten.',
  step: 3,
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `    if (known !== undefined) return known;
`,
      replace: `    if (known !== undefined) {
      // To the end: it is the newest one now.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
`,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `const most = 100;`,
      replace: `const most = 500;`,
    },
  ],
} satisfies Alternative;
