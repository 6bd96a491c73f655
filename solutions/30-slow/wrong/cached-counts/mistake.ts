import type { Mistake } from '#check';

export default {
  summary: 'The counts are cached for a minute, and nobody drops them when a reader reacts.',
  edits: [
    {
      file: 'store/schema.ts',
      find: `  {
    // The primary key begins with the reader, so it doesn't help anyone who looks for a post. With the kind in the index,
    // counting needs no row of the table.
    name: 'index of the reactions',
    apply: (tx) => tx.run\`create index reactions_by_post on reactions (post_id, kind)\`,
  },
`,
      replace: ``,
    },
    {
      file: 'reactions/reactions.service.ts',
      find: `    const rows = await this.db.all<{ kind: Kind; count: number }>\`
      select kind, count(*) as count from reactions where post_id = \${post_id} group by kind\`;
    const counts: Counts = { like: 0, love: 0, laugh: 0 };
    // PostgreSQL counts in bigint, which may arrive as a string.
    for (const { kind, count } of rows) counts[kind] = Number(count);
    return counts;`,
      replace: `    return this.cache.getOrSet(\`reactions \${post_id}\`, 60, () => this.#count(post_id));
  }

  async #count(post_id: string): Promise<Counts> {
    const rows = await this.db.all<{ kind: Kind; count: number }>\`
      select kind, count(*) as count from reactions where post_id = \${post_id} group by kind\`;
    const counts: Counts = { like: 0, love: 0, laugh: 0 };
    // PostgreSQL counts in bigint, which may arrive as a string.
    for (const { kind, count } of rows) counts[kind] = Number(count);
    return counts;`,
    },
    {
      file: 'reactions/reactions.service.ts',
      find: `import { Clock, Database, inject }`,
      replace: `import { Cache, Clock, Database, inject }`,
    },
    {
      file: 'reactions/reactions.service.ts',
      find: `  @inject(Clock)`,
      replace: `  @inject(Cache) private readonly cache!: Cache;
  @inject(Clock)`,
    },
  ],
  fails: {
    'a reaction is counted at once, and replaces the one before': 'the counts are cached',
    'counting does not depend on the size of the table': 'at most 5 times',
  },
} satisfies Mistake;
