import type { Mistake } from '#check';

export default {
  summary: 'When all connections have been lost, the pool forgets them and begins with new ones.',
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
      find: `      await new Promise<void>((resolve) => this.#waiting.push(resolve));`,
      replace: `      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        setTimeout(() => {
          this.#used.clear();
          resolve();
        }, 500);
      });`,
    },
  ],
  fails: {
    'the service sees four connections, which are used again, by one request at a time': 'replaced with new ones',
  },
  mayFail: ['searches that find nothing cost no connection'],
} satisfies Mistake;
