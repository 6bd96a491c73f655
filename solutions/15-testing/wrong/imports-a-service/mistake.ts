import type { Mistake } from '#check';

export default {
  summary: 'The test calls a service of the program instead of sending a request.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `import { test } from 'node:test';`,
      replace: `import { test } from 'node:test';
import { PostsService } from '../posts/posts.service.ts';`,
    },
    {
      file: 'tests/posts.test.ts',
      find: `  assert.equal((await blog.get(\`/posts/\${id}\`)).status, 404);
`,
      replace: `  assert.equal(await blog.app.get(PostsService).find(id), undefined);
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'depends on how the program is written',
    'posts.test.ts passes on another correct blog': 'depends on how the program is written',
    'posts.test.ts finds every bug': 'depends on how the program is written',
  },
} satisfies Mistake;
