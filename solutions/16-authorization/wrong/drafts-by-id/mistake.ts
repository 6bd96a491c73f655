import type { Mistake } from '#check';

export default {
  summary: 'The new route is there, and the old one still shows drafts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where posts.id = \${id} and posts.published = \${true}\``,
      replace: `where posts.id = \${id}\``,
    },
  ],
  fails: {
    'nobody can read the drafts of others': 'contains',
    'authors read their own posts below /my-posts': 'shows a draft to its author',
  },
} satisfies Mistake;
