import type { Mistake } from '#check';

export default {
  summary: 'No test leaves a field out.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `{ title: 'Stew', content: 'Add salt.' }`,
      replace: `{ title: 'Stew', content: 'Add salt.', published: true }`,
    },
    { file: 'tests/posts.test.ts', find: `['Stew', 'Add salt.', false]`, replace: `['Stew', 'Add salt.', true]` },
  ],
  fails: {
    'posts.test.ts finds every bug': 'no test leaves a field out',
  },
} satisfies Mistake;
