import type { Mistake } from '#check';

export default {
  summary: 'GET /my-posts/:id shows the post of any author.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where posts.id = \${id} and posts.author_id = \${author_id}\``,
      replace: `where posts.id = \${id} and \${author_id} <> \${''}\``,
    },
  ],
  fails: {
    'nobody can read the drafts of others': 'contains',
    'authors read their own posts below /my-posts': 'does not compare the author',
  },
} satisfies Mistake;
