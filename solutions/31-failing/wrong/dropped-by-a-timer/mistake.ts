import type { Mistake } from '#check';

export default {
  summary: 'A connection that has been used for two seconds is closed by a timer.',
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    this.connections.give(connection);
`,
      replace: ``,
    },
    {
      file: 'search/search.service.ts',
      find: `published = \${true}\`;
`,
      replace: `published = \${true}\`;
    this.connections.give(connection);
`,
    },
    {
      file: 'search/search-connections.ts',
      find: `    this.#used.add(connection);
`,
      replace: `    this.#used.add(connection);
    clearTimeout(this.#leases.get(connection));
    this.#leases.set(connection, setTimeout(() => this.#used.has(connection) && this.drop(connection), 2_000));
`,
    },
    {
      file: 'search/search-connections.ts',
      find: `  get counts()`,
      replace: `  readonly #leases = new Map<SearchConnection, NodeJS.Timeout>();

  get counts()`,
    },
  ],
  fails: {
    'a search that finds nothing gives its connection back at once': 'when a timer takes it away',
    'the service sees four connections, which are used again, by one request at a time': 'dropped after some time',
  },
  mayFail: ['searches that find nothing cost no connection'],
} satisfies Mistake;
