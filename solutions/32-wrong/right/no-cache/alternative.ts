import type { Alternative } from '#check';

export default {
  summary: 'The page is not cached at all: it takes two statements.',
  step: 2,
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `    const key = this.#key(user_id);
    let cached = true;
    const overview = await this.cache.getOrSet(key, ttl, () => {
      cached = false;
      return this.#load(user_id);
    });
    this.log.info('overview', { key, cached });
    return overview;
  }

  async drop(user_id: string): Promise<void> {
    await this.cache.delete(this.#key(user_id));
  }

  #key(user_id: string): string {
    return \`overview-\${user_id}\`;
  }
`,
      replace: `    this.log.info('overview', { cached: false });
    return this.#load(user_id);
  }

  async drop(_user_id: string): Promise<void> {}
`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `import { Cache, Database`,
      replace: `import { Database`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `  @inject(Cache) private readonly cache!: Cache;
`,
      replace: ``,
    },
    {
      file: 'overview/overview.service.ts',
      find: `/** Seconds. A booking shows at once, because it drops the page. */
const ttl = 30;

`,
      replace: ``,
    },
  ],
} satisfies Alternative;
