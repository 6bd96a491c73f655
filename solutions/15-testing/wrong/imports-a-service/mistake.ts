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
      find: `  const { status, body } = await blog.get(\`/posts/\${id}\`);
  assert.deepEqual([status, body], [404, { error: 'Post not found' }]);
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
