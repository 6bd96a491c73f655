import type { Mistake } from '#check';

export default {
  summary: 'The test starts the program itself, on the port that the program chooses.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `import { test } from 'node:test';`,
      replace: `import { test } from 'node:test';
import '../main.ts';`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'importing main.ts starts the program',
    'posts.test.ts passes on another correct blog': 'importing main.ts starts the program',
    'posts.test.ts finds every bug': 'importing main.ts starts the program',
  },
} satisfies Mistake;
