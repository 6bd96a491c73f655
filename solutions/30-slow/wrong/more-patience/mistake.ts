import type { Mistake } from '#check';

export default {
  summary: 'The blog waits a minute for the statistics service.',
  edits: [
    {
      file: 'popular/popular.service.ts',
      find: `  /** While one request loads the list, the others wait for it. */
  list(): Promise<PopularPost[]> {
    return this.cache.getOrSet(key, ttl, () => this.#load());
  }`,
      replace: `  async list(): Promise<PopularPost[]> {
    const known = await this.cache.get<PopularPost[]>(key);
    if (known !== undefined) return known;
    const posts = await this.#load();
    await this.cache.set(key, posts, { ttl });
    return posts;
  }`,
    },
    {
      file: 'popular/statistics.ts',
      find: `const patience = 5_000;`,
      replace: `const patience = 60_000;`,
    },
  ],
  fails: {
    'when the list expires, it is loaded once': 'finds the cache empty',
    'nobody waits for the readers next to them': 'the same work for everybody',
  },
  mayFail: ['the list of popular posts is that of the healthy program, for every reader'],
} satisfies Mistake;
