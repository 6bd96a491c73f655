import type { Alternative } from '#check';

export default {
  summary: 'The connection is given back in a finally block, however the search ends.',
  step: 1,
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    const ids = await this.#ask(connection, words);
    this.connections.give(connection);
    if (ids.length === 0) return [];
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
    const hits = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => hits.get(id) ?? []);
`,
      replace: `    try {
      const ids = await this.#ask(connection, words);
      if (ids.length === 0) return [];
      this.recent.add(words);
      const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
      const hits = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => hits.get(id) ?? []);
    } finally {
      this.connections.give(connection);
    }
`,
    },
    {
      file: 'search/search-connections.ts',
      find: `    if (this.#used.delete(connection)) this.#idle.push(connection);`,
      replace: `    if (this.#used.delete(connection) && connection.isOpen) this.#idle.push(connection);`,
    },
  ],
} satisfies Alternative;
