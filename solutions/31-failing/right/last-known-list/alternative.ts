import type { Alternative } from '#check';

export default {
  summary: 'While the service fails, readers get the list that it gave before.',
  step: 2,
  edits: [
    {
      file: 'related/related.service.ts',
      find: `    const ids = await this.#load(post_id);
`,
      replace: `    const ids = await this.#load(post_id).catch((error) => {
      const last = this.#last.get(post_id);
      if (last === undefined) throw error;
      return last;
    });
    this.#last.delete(post_id);
    this.#last.set(post_id, ids);
    if (this.#last.size > 100) this.#last.delete(this.#last.keys().next().value!);
`,
    },
    {
      file: 'related/related.service.ts',
      find: `  readonly #url`,
      replace: `  readonly #last = new Map<string, string[]>();
  readonly #url`,
    },
  ],
} satisfies Alternative;
