import type { Mistake } from '#check';

export default {
  summary: 'Every post of the matrix is published.',
  edits: [
    {
      file: 'tests/authorization.test.ts',
      find: `    const { blog, nobody, author, stranger, admin } = await startBlog(t);
    const other`,
      replace: `    if (!published) return;
    const { blog, nobody, author, stranger, admin } = await startBlog(t);
    const other`,
    },
  ],
  fails: {
    'your tests find every hole': 'draft',
  },
} satisfies Mistake;
