import type { Mistake } from '#check';

export default {
  summary: 'While one request loads the list, the others get an empty one.',
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
    if (this.#loading) return [];
    this.#loading = true;
    const posts = await this.#load().finally(() => {
      this.#loading = false;
    });
    await this.cache.set(key, posts, { ttl });
    return posts;
  }`,
    },
    {
      file: 'popular/popular.service.ts',
      find: `  @inject(Cache)`,
      replace: `  #loading = false;
  @inject(Cache)`,
    },
  ],
  fails: {
    'the list of popular posts is that of the healthy program, for every reader': 'an empty one',
  },
} satisfies Mistake;
