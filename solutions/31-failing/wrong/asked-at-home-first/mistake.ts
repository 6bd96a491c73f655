import type { Mistake } from '#check';

export default {
  summary: 'The service is only asked if the words are somewhere in the database.',
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
      file: 'search/search.service.ts',
      find: `    const connection = await this.connections.take();
`,
      replace: `    for (const word of words.split(/\\s+/)) {
      const known = await this.db.get\`select id from posts where published = \${true} and (title || ' ' || content) like \${\`%\${word}%\`} limit 1\`;
      if (known === undefined) return [];
    }
    const connection = await this.connections.take();
`,
    },
  ],
  fails: { 'searches that find nothing cost no connection': 'is not given back' },
} satisfies Mistake;
