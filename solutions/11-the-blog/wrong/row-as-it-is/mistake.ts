import type { Mistake } from '#check';

export default {
  summary: 'The post still has the columns of the join.',
  edits: [
    {
      file: 'posts/post.ts',
      find: 'author_created_at: created_at, ...post } = row;\n  return { ...toPost(post), author',
      replace: 'author_created_at: created_at } = row;\n  return { ...toPost(row), author',
    },
    { file: 'posts/post.ts', find: 'id: post.author_id', replace: 'id: row.author_id' },
  ],
  fails: {
    'GET /posts/:id has the author, published or not': 'the columns of the join: author_email',
    'GET /posts has every published post with its author, and no draft':
      'the response still has the columns of the join: author_email',
  },
} satisfies Mistake;
