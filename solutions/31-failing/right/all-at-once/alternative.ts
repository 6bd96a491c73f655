import type { Alternative } from '#check';

export default {
  summary: 'When there are too many, all are forgotten.',
  step: 3,
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);`,
      replace: `    if (this.#known.size >= most) this.#known.clear();`,
    },
  ],
} satisfies Alternative;
