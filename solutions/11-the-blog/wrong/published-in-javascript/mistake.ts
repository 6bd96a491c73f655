import type { Mistake } from '#check';

export default {
  summary: 'The list selects all posts and filters them in JavaScript.',
  edits: [
    { file: 'posts/posts.service.ts', find: '      where posts.published = ${true}\n', replace: '' },
    {
      file: 'posts/posts.service.ts',
      find: 'rows.map(toPostWithAuthor)',
      replace: 'rows.filter((row) => row.published).map(toPostWithAuthor)',
    },
  ],
  fails: {
    'list sends one query, however many posts there are': 'filters them in JavaScript',
  },
} satisfies Mistake;
