import type { Mistake } from '#check';

export default {
  summary: 'The flat row of the join is answered, with an author beside it.',
  edits: [
    {
      file: 'posts/post.ts',
      find: 'author_created_at: created_at, ...post } = row;\n  return { ...toPost(post), author',
      replace: 'author_created_at: created_at } = row;\n  return { ...toPost(row), author',
    },
    { file: 'posts/post.ts', find: 'id: post.author_id', replace: 'id: row.author_id' },
  ],
  fails: {
    'GET /posts has every published post, with its author, and no draft': 'the post keeps its own fields, no more',
    'GET /posts/:id has the author, published or not': 'the post keeps its own fields, no more',
    'the whole tour, from the registration to the last delete': 'The response body is different',
  },
} satisfies Mistake;
