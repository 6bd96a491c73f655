import type { Mistake } from '#check';

export default {
  summary: 'The list is kept for an hour, so it expires less often.',
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
      file: 'popular/popular.service.ts',
      find: `const ttl = 10;`,
      replace: `const ttl = 3_600;`,
    },
  ],
  fails: {
    'a post that becomes popular is in the list after some seconds': 'kept for longer',
    'when the list expires, it is loaded once': 'finds the cache empty',
  },
  mayFail: [
    'nobody waits for the readers next to them',
    'the list of popular posts is that of the healthy program, for every reader',
  ],
} satisfies Mistake;
