import type { Mistake } from '#check';

export default {
  summary: 'A search that finds nothing closes its connection.',
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    this.connections.give(connection);
    if (ids.length === 0) return [];
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
`,
      replace: `    if (ids.length === 0) {
      this.connections.drop(connection);
      return [];
    }
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
    this.connections.give(connection);
`,
    },
  ],
  fails: {
    'the service sees four connections, which are used again, by one request at a time':
      'where they should be given back',
  },
  mayFail: ['searches that find nothing cost no connection'],
} satisfies Mistake;
