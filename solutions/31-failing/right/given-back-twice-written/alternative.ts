import type { Alternative } from '#check';

export default {
  summary: 'Both ways out of the method give the connection back.',
  step: 1,
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    this.connections.give(connection);
    if (ids.length === 0) return [];
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
`,
      replace: `    if (ids.length === 0) {
      this.connections.give(connection);
      return [];
    }
    this.recent.add(words);
    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
    this.connections.give(connection);
`,
    },
  ],
} satisfies Alternative;
