import type { Mistake } from '#check';

export default {
  summary: 'The test expects a response that the contract does not promise.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `.status, 404);`,
      replace: `.status, 410);`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'something that the contract does not promise',
    'posts.test.ts passes on another correct blog': 'something that the contract does not promise',
    'posts.test.ts finds every bug': 'something that the contract does not promise',
  },
} satisfies Mistake;
