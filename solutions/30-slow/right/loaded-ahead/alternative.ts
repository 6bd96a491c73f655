import type { Alternative } from '#check';

export default {
  summary: 'A timer loads the list every five seconds, and no request ever does.',
  step: 4,
  edits: [
    {
      file: 'popular/popular.service.ts',
      find: `  /** While one request loads the list, the others wait for it. */
  list(): Promise<PopularPost[]> {
    return this.cache.getOrSet(key, ttl, () => this.#load());
  }`,
      replace: `  #posts: Promise<PopularPost[]> = Promise.resolve([]);
  #timer: NodeJS.Timeout | undefined;

  async onStart(): Promise<void> {
    this.#posts = this.#load().catch(() => []);
    await this.#posts;
    this.#timer = setInterval(() => void this.#renew(), ttl * 500);
  }

  onStop(): void {
    clearInterval(this.#timer);
  }

  list(): Promise<PopularPost[]> {
    return this.#posts;
  }

  async #renew(): Promise<void> {
    // If the service is down, yesterday's list is better than none.
    const posts = await this.#load().catch(() => undefined);
    if (posts !== undefined) this.#posts = Promise.resolve(posts);
  }`,
    },
    {
      file: 'popular/popular.service.ts',
      find: `  @inject(Cache) private readonly cache!: Cache;
`,
      replace: ``,
    },
    {
      file: 'popular/popular.service.ts',
      find: `import { Cache, Database, inject }`,
      replace: `import { Database, inject }`,
    },
    {
      file: 'popular/popular.service.ts',
      find: `const key = 'popular';
`,
      replace: ``,
    },
  ],
} satisfies Alternative;
