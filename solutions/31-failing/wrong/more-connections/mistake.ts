import type { Mistake } from '#check';

export default {
  summary: 'The pool has forty connections instead of four.',
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
      file: 'search/search-connections.ts',
      find: `const most = 4;`,
      replace: `const most = 40;`,
    },
  ],
  fails: {
    'the service sees four connections, which are used again, by one request at a time': 'more than the four',
  },
  mayFail: ['searches that find nothing cost no connection'],
} satisfies Mistake;
