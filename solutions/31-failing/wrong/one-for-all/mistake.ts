import type { Mistake } from '#check';

export default {
  summary: 'All searches use the same connection, whether it is free or not.',
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
`,
    },
    {
      file: 'search/search.service.ts',
      find: `    const connection = await this.connections.take();`,
      replace: `    this.#connection ??= this.connections.take();
    const connection = await this.#connection;`,
    },
    {
      file: 'search/search.service.ts',
      find: `  @inject(Database) private readonly db!: Database;`,
      replace: `  #connection: Promise<SearchConnection> | undefined;
  @inject(Database) private readonly db!: Database;`,
    },
  ],
  fails: {
    'the service sees four connections, which are used again, by one request at a time':
      'a request was sent on a connection',
  },
  mayFail: ['a search finds what it finds in the healthy program', 'searches that find nothing cost no connection'],
} satisfies Mistake;
