import type { Mistake } from '#check';

export default {
  summary: 'The list of my posts hides my drafts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'from posts where author_id = ',
      replace: 'from posts where published and author_id = ',
    },
  ],
  fails: {
    'GET /my-posts has all of my posts, published or not, and no others': 'drafts too',
    'the whole tour, from the registration to the last delete': 'The response body is different',
  },
} satisfies Mistake;
