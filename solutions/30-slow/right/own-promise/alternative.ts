import type { Alternative } from '#check';

export default {
  summary: 'The load that is under way is kept in a field, and others await it.',
  step: 4,
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
    this.#loading ??= this.#renew().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #renew(): Promise<PopularPost[]> {
    const posts = await this.#load();
    await this.cache.set(key, posts, { ttl });
    return posts;
  }`,
    },
    {
      file: 'popular/popular.service.ts',
      find: `  @inject(Cache)`,
      replace: `  #loading: Promise<PopularPost[]> | undefined;
  @inject(Cache)`,
    },
  ],
} satisfies Alternative;
