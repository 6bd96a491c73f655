import type { Mistake } from '#check';

export default {
  summary: 'A search gives up when it has waited for a connection for a second.',
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    this.connections.give(connection);
    if (ids.length === 0) return [];
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
`,
      replace: `    if (ids.length === 0) return [];
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
    this.connections.give(connection);
`,
    },
    {
      file: 'search/search.service.ts',
      find: `    const connection = await this.connections.take();`,
      replace: `    const connection = await Promise.race([
      this.connections.take(),
      new Promise<never>((_, reject) => setTimeout(() => reject(new HttpError(503)), 1_000)),
    ]);`,
    },
    {
      file: 'search/search.service.ts',
      find: `import { Database, inject, Log } from 'trellis';`,
      replace: `import { Database, HttpError, inject, Log } from 'trellis';`,
    },
  ],
  fails: {
    'searches that find nothing cost no connection': 'callers give up',
  },
} satisfies Mistake;
