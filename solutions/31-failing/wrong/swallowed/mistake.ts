import type { Mistake } from '#check';

export default {
  summary: 'An error of the service is an empty list, at once.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `      return await again(() => this.#ask(post_id), {`,
      replace: `      return await again(() => this.#ask(post_id).catch(() => []), {`,
    },
  ],
  fails: {
    'nobody notices a single request that fails': 'its error is swallowed',
  },
} satisfies Mistake;
