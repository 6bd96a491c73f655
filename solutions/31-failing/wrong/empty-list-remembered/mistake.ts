import type { Mistake } from '#check';

export default {
  summary: 'When the service fails, an empty list is stored in the cache for an hour.',
  edits: [
    {
      file: 'related/related.service.ts',
      find: `    const ids = await this.#load(post_id);`,
      replace: `    const ids = await this.cache.getOrSet(\`related to \${post_id}\`, 3_600, () => this.#load(post_id).catch(() => []));`,
    },
    {
      file: 'related/related.service.ts',
      find: `  @inject(Database) private`,
      replace: `  @inject(Cache) private readonly cache!: Cache;
  @inject(Database) private`,
    },
    {
      file: 'related/related.service.ts',
      find: `import { Database, HttpError,`,
      replace: `import { Cache, Database, HttpError,`,
    },
  ],
  fails: {
    'when the service is back, so is the list': 'stored in a cache',
  },
  mayFail: [
    'nobody notices a single request that fails',
    'while the service fails, it gets few requests, and readers get a response',
  ],
} satisfies Mistake;
