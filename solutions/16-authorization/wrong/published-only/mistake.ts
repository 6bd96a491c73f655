import type { Mistake } from '#check';

export default {
  summary: 'Authors can not open their drafts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where posts.id = \${id} and posts.author_id = \${author_id}\``,
      replace: `where posts.id = \${id} and posts.author_id = \${author_id} and posts.published = \${true}\``,
    },
  ],
  fails: {
    'authors read their own posts below /my-posts': 'also asks for published posts',
  },
} satisfies Mistake;
