import type { Mistake } from '#check';

export default {
  summary: 'No draft exists while the list is tested.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  await write(blog, ada, 'A draft');
`,
      replace: '',
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'only with posts that belong in it',
  },
} satisfies Mistake;
