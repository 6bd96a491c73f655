import type { Mistake } from '#check';

export default {
  summary: 'Two values of the insert are in the wrong order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `\${title}, \${content}, \${false}`,
      replace: `\${content}, \${title}, \${false}`,
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its title': 'are in a different order',
    'GET returns what POST returned': 'the row is not the post: an insert or toPost mixes up fields',
    'GET /admin/drafts lists the drafts, and nothing else': 'returns its rows without toPost',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
