import type { Mistake } from '#check';

export default {
  summary: 'The test reads a table, which another correct program does not have.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `import { test } from 'node:test';`,
      replace: `import { test } from 'node:test';
import { Database } from 'trellis';`,
    },
    {
      file: 'tests/posts.test.ts',
      find: `  assert.equal((await blog.get(\`/posts/\${id}\`)).status, 404);
`,
      replace: `  assert.deepEqual(await blog.app.get(Database).all\`select id from posts where id = \${id}\`, []);
`,
    },
  ],
  fails: {
    'posts.test.ts passes on another correct blog': 'implementation detail',
    'posts.test.ts finds every bug': 'implementation detail',
  },
} satisfies Mistake;
