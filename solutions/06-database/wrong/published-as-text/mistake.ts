import type { Mistake } from '#check';

export default {
  summary: 'The column published has the type text, so 0 comes back as the string "0", which is truthy.',
  edits: [{ file: 'posts/posts.service.ts', find: 'published boolean not null', replace: 'published text not null' }],
  fails: {
    'the first start creates the table posts, with six columns and no row': 'has the type "TEXT"',
    'GET returns what POST returned': 'the row is not the post: an insert or toPost mixes up fields',
    'GET /admin/drafts lists the drafts, and nothing else': 'returns its rows without toPost',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
